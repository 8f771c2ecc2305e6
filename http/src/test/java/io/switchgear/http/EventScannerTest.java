// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.SeededSequences;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventScannerTest {
  private final List<String> events = new ArrayList<>();
  private final EventScanner scanner =
      new EventScanner((name, data) -> events.add(name + "|" + data));

  private void scan(String text) {
    scanner.scan(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void scan_anyLineEnd_findsNamesAndData(String end) {
    scan(
        String.join(
            end,
            "event: error",
            "data: {\"a\":1}",
            "",
            "data:first",
            "data: second",
            "id: 7",
            "",
            ""));

    assertThat(events).containsExactly("error|{\"a\":1}", "|first\nsecond");
  }

  @Test
  void scan_commentsAndBlankLines_areNeitherEventsNorContent() {
    scan(": keep-alive\n\n\n:\r\n\r\n");

    assertThat(events).isEmpty();
    assertThat(scanner.contentBytes()).isZero();
  }

  @Test
  void scan_nameWithoutData_isNoEvent_andDoesntNameTheNext() {
    scan("event: ping\n\ndata\n\n");

    assertThat(events).containsExactly("|");
  }

  @Test
  void scan_byteOrderMark_isNoPartOfTheFirstField() {
    scan("\uFEFFdata: x\n\n");

    assertThat(events).containsExactly("|x");
  }

  @Test
  void end_withoutTheLastBlankLine_tellsTheEvent() {
    scan("data: [DONE]");
    assertThat(events).isEmpty();

    scanner.end();

    assertThat(events).containsExactly("|[DONE]");
  }

  @Test
  void scan_endlessLine_keepsItsBeginningAlone() {
    scan("data: ");
    for (int i = 0; i < 100; i++) {
      scan("x".repeat(10_000));
    }
    scan("\ndata: more\n\n");

    assertThat(events).hasSize(1);
    assertThat(events.get(0)).startsWith("|xxx").hasSizeLessThan(64 * 1024 + 10);
    assertThat(scanner.contentBytes()).isGreaterThan(1_000_000);
  }

  @Test
  void scan_cutAnywhere_findsTheSameEvents() {
    byte[] stream =
        ": hi\r\n\r\nevent: a\r\ndata: \u00e4\u20ac\r\n\r\ndata: 1\rdata: 2\r\rdata: 3\n\n"
            .getBytes(StandardCharsets.UTF_8);
    scanner.scan(stream);
    List<String> whole = List.copyOf(events);

    SeededSequences.of(random -> 1 + random.nextInt(7))
        .check(
            lengths -> {
              List<String> found = new ArrayList<>();
              EventScanner cut = new EventScanner((name, data) -> found.add(name + "|" + data));
              int from = 0;
              for (int length : lengths) {
                int to = Math.min(stream.length, from + length);
                cut.scan(Arrays.copyOfRange(stream, from, to));
                from = to;
              }
              cut.scan(Arrays.copyOfRange(stream, from, stream.length));
              assertThat(found).isEqualTo(whole);
            });
    assertThat(whole).containsExactly("a|\u00e4\u20ac", "|1\n2", "|3");
  }
}
