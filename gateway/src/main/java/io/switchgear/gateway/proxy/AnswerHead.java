// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.http.ResponseHead;
import io.vertx.core.http.HttpClientResponse;
import java.util.Optional;

/** An answer's head as the verdicts read it. */
final class AnswerHead implements ResponseHead {
  private final HttpClientResponse answer;

  AnswerHead(HttpClientResponse answer) {
    this.answer = answer;
  }

  @Override
  public int status() {
    return answer.statusCode();
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(answer.getHeader(name));
  }
}
