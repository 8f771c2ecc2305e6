// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A response's head made by hand. */
record FakeHead(int status, Map<String, String> headers) implements ResponseHead {
  FakeHead {
    Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    anyCase.putAll(headers);
    headers = anyCase;
  }

  static FakeHead of(int status) {
    return new FakeHead(status, Map.of());
  }

  FakeHead with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new FakeHead(status, more);
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
