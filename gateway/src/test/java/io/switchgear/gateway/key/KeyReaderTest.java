// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.gateway.route.BadTargetException;
import io.switchgear.gateway.route.RequestTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

class KeyReaderTest {
  private final MultiMap headers =
      MultiMap.caseInsensitiveMultiMap().add("X-Api-Key", "h1").add("X-Api-Key", "h2");

  @Test
  void read_header_takesTheFirstInAnyCase() throws BadTargetException {
    RequestTarget target = RequestTarget.parse("/erp/x");

    assertThat(KeyReader.header("x-api-key").read(target, headers, null)).contains("h1");
    assertThat(KeyReader.header("X-Other").read(target, headers, null)).isEmpty();
  }

  @Test
  void read_queryAndPath_takeTheDecodedValue() throws BadTargetException {
    RequestTarget target = RequestTarget.parse("/erp/t%201/x?tenant=a%20b");

    assertThat(KeyReader.query("tenant").read(target, headers, null)).contains("a b");
    assertThat(KeyReader.pathSegment(1).read(target, headers, null)).contains("t 1");
    assertThat(KeyReader.pathSegment(3).read(target, headers, null)).isEmpty();
  }

  @Test
  void read_jsonBody_takesTheFieldOfAShortWholeBody() throws BadTargetException {
    RequestTarget target = RequestTarget.parse("/erp/x");
    KeyReader reader = KeyReader.jsonBody("/user/id", 30);

    assertThat(reader.bodyBytes()).isEqualTo(30);
    assertThat(reader.read(target, headers, Buffer.buffer("{\"user\":{\"id\":\"u1\"}}")))
        .contains("u1");
    assertThat(
            reader.read(
                target, headers, Buffer.buffer("{\"user\":{\"id\":\"u1\"}}" + " ".repeat(11))))
        .isEmpty();
    assertThat(reader.read(target, headers, Buffer.buffer("{\"user\":{\"id\":\"u1\"}"))).isEmpty();
    assertThat(reader.read(target, headers, null)).isEmpty();
  }
}
