// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallLogTest {
  private static final String HEADER = "start_epoch_ms,duration_ms,status";

  private static byte[] zipped(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void compressedLog_isReadAsWell() throws IOException {
    byte[] log = zipped(HEADER + "\n1,2,200\n");

    assertThat(ReadLog.bytes(LogOptions.automatic(), log).calls()).hasSize(1);
  }

  @Test
  void compressedLog_cutOff_isReadAsFarAsItGoes() throws IOException {
    StringBuilder text = new StringBuilder(HEADER);
    for (int i = 0; i < 100_000; i++) {
      text.append('\n').append(i * 7919L).append(",1,200");
    }
    byte[] whole = zipped(text.toString());

    ReadLog log = ReadLog.bytes(LogOptions.automatic(), Arrays.copyOf(whole, whole.length * 2 / 3));

    assertThat(log.calls()).hasSizeBetween(1_000, 99_999);
    assertThat(log.summary().firstMalformed())
        .last()
        .extracting(LogSummary.Malformed::reason)
        .asString()
        .contains("cut off");
  }

  @Test
  void byteOrderMark_isNoPartOfTheFirstLine() {
    assertThat(ReadLog.of("\ufeff" + HEADER, "1,2,200").calls()).hasSize(1);
  }

  @Test
  void linesOutOfOrder_arePutInOrder() {
    ReadLog log = ReadLog.of(HEADER, "100000,5,200", "20000,6,200", "300000,7,200");

    assertThat(log.calls())
        .extracting(LoggedCall::durationNanos)
        .containsExactly(6_000_000L, 5_000_000L, 7_000_000L);
    assertThat(log.summary().counts().late()).isZero();
  }

  @Test
  void lineFarOutOfOrder_isTakenAsBegunLater() {
    ReadLog log = ReadLog.of(HEADER, "1000000,5,200", "2000000,5,200", "1,1500000,503");

    assertThat(log.calls()).hasSize(3);
    assertThat(log.summary().counts().late()).isEqualTo(1);
    LoggedCall late = log.calls().get(1);
    assertThat(late.result().status()).isEqualTo(503);
    assertThat(late.startNanos()).isEqualTo(log.calls().get(0).startNanos());
    assertThat(late.endNanos()).isEqualTo(1_500_001_000_000L);
  }

  @Test
  void malformedLines_areCountedAndTheFirstNamed() {
    String[] lines = new String[20];
    Arrays.fill(lines, "x,1,200");
    lines[0] = HEADER;
    lines[3] = "1,1,200";

    ReadLog log = ReadLog.of(lines);

    assertThat(log.summary().counts().malformed()).isEqualTo(18);
    assertThat(log.summary().firstMalformed())
        .extracting(LogSummary.Malformed::line)
        .containsExactly(2L, 3L, 5L, 6L, 7L);
  }

  @Test
  void lineWithoutEnd_costsNoMoreThanItsBound() {
    String endless = String.join("", Collections.nCopies(5_000_000, "x"));
    String line = "10.0.0.0 - - [17/May/2015:10:05:03 +0000] \"GET / HTTP/1.1\" 200 1";

    ReadLog log = ReadLog.of(line, endless, line);

    assertThat(log.calls()).hasSize(2);
    assertThat(log.summary().firstMalformed())
        .extracting(LogSummary.Malformed::line)
        .containsExactly(2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "\0\0\0"})
  void logWithoutCalls_isRefusedInOneLine(String content) {
    assertThatThrownBy(() -> ReadLog.of(content))
        .isInstanceOf(LogException.class)
        .hasMessageNotContaining("\n");
  }

  @Test
  void unknownFormat_isRefusedWithWhatToDo() {
    assertThatThrownBy(() -> ReadLog.of("hello", "world"))
        .isInstanceOf(LogException.class)
        .hasMessageContaining("--input-format names one of access, haproxy, json, csv, har");
  }

  @Test
  void namedFormat_thatItIsNot_saysWhyForTheFirstLine() {
    assertThatThrownBy(
            () -> ReadLog.with(LogOptions.automatic().format(LogFormat.JSON), HEADER, "1,2,200"))
        .hasMessageEndingWith("there is no call in it, read as json; line 1: not JSON");
  }

  @Test
  void missingFile_isRefused() {
    assertThatThrownBy(
            () -> CallLog.of(Path.of("no-such.log"), LogOptions.automatic()).read(call -> {}))
        .hasMessage("no-such.log: there is no such file");
  }

  @Test
  void formats_areFoundByTheirNamesAndThoseOfPrograms() {
    assertThat(List.of("common", "nginx", "jsonl", "jmeter", "har", "haproxy", "csv"))
        .allSatisfy(name -> assertThat(LogFormat.of(name)).isPresent());
    assertThat(LogFormat.of("xml")).isEmpty();
  }
}
