// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import io.switchgear.http.ResponseHead;
import io.vertx.core.http.HttpClientResponse;
import java.util.Optional;

/**
 * An upstream's answer as the verdicts read it.
 *
 * @param answer the answer
 */
public record UpstreamHead(HttpClientResponse answer) implements ResponseHead {
  @Override
  public int status() {
    return answer.statusCode();
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(answer.getHeader(name));
  }
}
