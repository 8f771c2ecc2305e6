// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonScanTest {

  private static List<String> values(String json, String pointer) {
    return values(json, false, pointer);
  }

  private static List<String> values(String json, boolean truncated, String pointer) {
    Pointer place = Pointer.of(pointer);
    return BodyValues.of(json, truncated, PointerTree.of(List.of(place))).at(place);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":{\"b\":\"x\"}} | /a/b | x",
        "{\"a\":[{\"b\":1},{\"b\":2}]} | /a/*/b | 1,2",
        "{\"a\":[{\"b\":1},{\"b\":2}]} | /a/1/b | 2",
        "[{\"b\":1}] | /*/b | 1",
        "[{\"b\":1}] | /0/b | 1",
        "{\"p\":{\"q\":true},\"r\":{\"q\":1.50}} | /*/q | true,1.50",
        "{\"a/b\":{\"m~n\":7}} | /a~1b/m~0n | 7",
        "{\"a\":1,\"a\":2} | /a | 1,2",
        "{\"a\":1}{\"a\":2} | /a | 1,2",
        "{\"\":{\"\":3}} | // | 3",
        "{\"x\":{\"a\":1},\"a\":2} | /a | 2",
      })
  void scan_json_findsTheValues(String json, String pointer, String expected) {
    assertThat(String.join(",", values(json, pointer))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":null} | /a",
        "{\"a\":\"b\"} | /a/b",
        "{\"a\":[]} | /a/*",
        "7 | /a",
        "\"a\" | /a",
        "{\"A\":1} | /a",
        "nonsense | /a",
        "{'a':1} | /a",
      })
  void scan_otherShape_findsNothing(String json, String pointer) {
    assertThat(values(json, pointer)).isEmpty();
  }

  @Test
  void scan_containers_areFoundAsEmptyText() {
    assertThat(values("{\"a\":[{},[]]}", "/a/*")).containsExactly("", "");
  }

  @Test
  void scan_cutText_keepsWhatCameBefore() {
    assertThat(values("{\"a\":\"x\",\"b\":\"y", true, "/a")).containsExactly("x");
    assertThat(values("{\"a\":\"x\",\"b\":\"y", true, "/b")).isEmpty();
  }

  @Test
  void scan_numberAtTheCut_isNotTakenForWhole() {
    assertThat(values("{\"code\":13", true, "/code")).isEmpty();
    assertThat(values("{\"code\":13,", true, "/code")).containsExactly("13");
    assertThat(values("{\"code\":13", false, "/code")).containsExactly("13");
  }

  @Test
  void scan_deepNesting_endsTheScan() {
    String deep = "{\"a\":1,\"d\":" + "[".repeat(30_000) + "]".repeat(30_000) + ",\"b\":2}";

    assertThat(values(deep, "/a")).containsExactly("1");
    assertThat(values(deep, "/d/*/*/*/*")).isNotEmpty();
  }

  @Test
  void scan_hugeNumber_endsTheScan() {
    assertThat(values("{\"a\":1,\"n\":" + "9".repeat(5_000) + ",\"b\":2}", "/a"))
        .containsExactly("1");
  }

  @Test
  void scan_manyAndLongValues_areBounded() {
    String many = "[" + "1,".repeat(999) + "1]";
    String text = "{\"a\":\"" + "x".repeat(9_999) + "\"}";

    assertThat(values(many, "/*")).hasSize(64);
    assertThat(values(text, "/a").get(0)).hasSize(4_096);
  }

  @Test
  void sample_otherEncoding_isReadAsFarAsItGoes() {
    byte[] latin1 =
        "{\"message\":\"d\u00e9j\u00e0\",\"code\":7}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] marked = "\ufeff{\"code\":7}".getBytes(StandardCharsets.UTF_8);
    Pointer code = Pointer.of("/code");
    PointerTree tree = PointerTree.of(List.of(code));

    for (byte[] body : List.of(latin1, marked)) {
      ResponseSample sample = ResponseSample.of(FakeHead.of(400), body, false);

      assertThat(BodyValues.of(sample.text(), false, tree).at(code)).containsExactly("7");
    }
  }

  @Test
  void sample_longBody_isCut() {
    byte[] body = new byte[ResponseSample.MAX_BYTES + 1];
    ResponseSample whole =
        ResponseSample.of(FakeHead.of(400), new byte[ResponseSample.MAX_BYTES], false);

    ResponseSample sample = ResponseSample.of(FakeHead.of(400), body, false);

    assertThat(sample.text()).hasSize(ResponseSample.MAX_BYTES);
    assertThat(sample.isTruncated()).isTrue();
    assertThat(whole.isTruncated()).isFalse();
  }
}
