// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Optional;

/** The head of a response of {@code java.net.http}, whose headers ignore case already. */
record JdkResponseHead(int status, HttpHeaders headers) implements ResponseHead {
  @Override
  public Optional<String> header(String name) {
    // Unlike firstValue, this makes no stream for it.
    List<String> values = headers.map().get(name);
    return values == null ? Optional.empty() : Optional.of(values.get(0));
  }
}
