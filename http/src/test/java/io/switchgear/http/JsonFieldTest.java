// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldTest {
  private final JsonField field = JsonField.at("/user/id");

  private Optional<String> in(String json) {
    return field.of(json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"user\":{\"id\":\"a\"}}|a",
        " { \"x\" : [ 1 ] , \"user\" : { \"no\":{\"id\":1}, \"id\" : 7 } } |7",
        "{\"user\":{\"id\":true}}|true",
        "{\"user\":{\"id\":\"\\u00e4\\n\"}}|ä\n",
        "{\"user\":{\"id\":\"a\",\"id\":\"b\"}}|a",
        "\ufeff{\"user\":{\"id\":\"a\"}}|a"
      })
  void of_textThatHasIt_isItsFirstValue(String json, String value) {
    assertThat(in(json).map(String::strip)).contains(value.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "7",
        "no json",
        "{\"user\":7}",
        "{\"id\":\"a\"}",
        "{\"user\":{\"id\":null}}",
        "{\"user\":{\"id\":\"\"}}",
        "{\"user\":{\"id\":{}}}",
        "{\"user\":{\"id\":[\"a\"]}}",
        "{\"user\":{\"id\":\"a\"}",
        "{\"user\":{\"id\":\"a\"}} more",
        "{\"user\":{\"id\":\"a\"}}{}",
        "{'user':{'id':'a'}}"
      })
  void of_textWithoutIt_isEmpty(String json) {
    assertThat(in(json)).isEmpty();
  }

  @Test
  void of_textTooDeepOrTooLong_isEmptyOrCut() {
    String deep = "{\"user\":{\"id\":\"a\"},\"x\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
    String longValue = "{\"user\":{\"id\":\"" + "a".repeat(10_000) + "\"}}";

    assertThat(in(deep)).isEmpty();
    assertThat(in(longValue)).contains("a".repeat(4_096));
  }

  @Test
  void at_whatIsNoField_isRefused() {
    assertThatThrownBy(() -> JsonField.at("")).hasMessageContaining("is empty");
    assertThatThrownBy(() -> JsonField.at("user")).hasMessageContaining("'user'");
  }
}
