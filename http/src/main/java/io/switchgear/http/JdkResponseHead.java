// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.net.http.HttpResponse;
import java.util.Optional;

/** The head of a response of {@code java.net.http}, whose headers ignore case already. */
record JdkResponseHead(HttpResponse<?> response) implements ResponseHead {
  @Override
  public int status() {
    return response.statusCode();
  }

  @Override
  public Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }
}
