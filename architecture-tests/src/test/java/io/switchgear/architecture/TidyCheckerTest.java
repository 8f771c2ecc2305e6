// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows each rule failing on a small file, and the list of exceptions keeping its promise. */
class TidyCheckerTest {
  private static final String PATH = "core/src/main/java/A.java";
  private static final String SUPPRESSED = "@SuppressWarnings(\"unchecked\") class A {}";

  @Test
  void check_tidyFile_findsNothing() {
    String source = licensed("/** A thing. */\nrecord A(int a, int b, int c, int d, int e) {}\n");

    assertThat(TidyChecker.check(PATH, source)).isEmpty();
  }

  @Test
  void check_method_countsLinesFromTheReturnType() {
    String annotated = "class A {\n  @Deprecated\n  void m() {\n%s  }\n}";

    assertThat(find(annotated.formatted("\n".repeat(68)))).isEmpty();
    assertThat(find(annotated.formatted("\n".repeat(69))))
        .containsExactly(
            new Finding(TidyRule.METHOD_LINES, PATH, 5, 71, "m has 71 lines, over 70"));
  }

  @Test
  void check_constructor_countsLines() {
    assertThat(find("class A {\n  A() {\n" + "\n".repeat(69) + "  }\n}"))
        .extracting(Finding::rule, Finding::value)
        .containsExactly(tuple(TidyRule.METHOD_LINES, 71));
  }

  @Test
  void check_type_countsLines() {
    assertThat(find("class A {\n" + "\n".repeat(498) + "}")).isEmpty();
    assertThat(rules("class A {\n" + "\n".repeat(499) + "}")).containsExactly(TidyRule.TYPE_LINES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { void m(int a, int b, int c, int d, int e, int f) {} }",
        "class A { A(int a, int b, int c, int d, int e, int f) {} }",
        "interface A { void m(int a, int b, int c, int d, int e, int f); }",
        "record A(int a, int b, int c, int d, int e, int f) { static int g; }",
      })
  void check_sixParameters_finds(String source) {
    assertThat(find(source))
        .extracting(Finding::rule, Finding::value)
        .containsExactly(tuple(TidyRule.PARAMETERS, 6));
  }

  @Test
  void check_line_findsMoreThan100Columns() {
    assertThat(find("// " + "a".repeat(97))).isEmpty();
    assertThat(rules("// " + "a".repeat(98))).containsExactly(TidyRule.LINE_LENGTH);
    assertThat(find("import a." + "a".repeat(98) + ";")).isEmpty();
  }

  @Test
  void check_missingLicense_finds() {
    assertThat(TidyChecker.check(PATH, "class A {}"))
        .extracting(Finding::rule)
        .containsExactly(TidyRule.LICENSE);
    assertThat(TidyChecker.check(PATH, ""))
        .extracting(Finding::rule)
        .containsExactly(TidyRule.LICENSE);
  }

  @Test
  void check_tab_finds() {
    assertThat(rules("class A {\tint a; }")).containsExactly(TidyRule.TABS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { @Disabled void m() {} }",
        "@org.junit.jupiter.api.DisabledOnOs(OS.LINUX) class A {}",
        "class A { @Ignore void m() {} }",
      })
  void check_testThatDoesNotRun_finds(String source) {
    assertThat(rules(source)).containsExactly(TidyRule.DISABLED_TESTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TO" + "DO", "FIX" + "ME", "XX" + "X"})
  void check_note_findsMissingIssue(String word) {
    assertThat(rules("// " + word + ": later")).containsExactly(TidyRule.ISSUE_MISSING);
    assertThat(find("// " + word + "(#12): later")).isEmpty();
    assertThat(find("// " + word + " #12 later")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"// -----", "/* ===== */", "/** @" + "author A. N. Other */"})
  void check_commentNoise_finds(String source) {
    assertThat(rules(source)).containsExactly(TidyRule.COMMENT_NOISE);
  }

  @Test
  void check_suppression_countsAndAsksForAReason() {
    assertThat(rules(SUPPRESSED))
        .containsExactlyInAnyOrder(TidyRule.SUPPRESSIONS, TidyRule.SUPPRESSION_REASON);
    assertThat(rules("/** Javadoc. */\n" + SUPPRESSED))
        .containsExactlyInAnyOrder(TidyRule.SUPPRESSIONS, TidyRule.SUPPRESSION_REASON);
    assertThat(rules("// The cast is checked.\n" + SUPPRESSED))
        .containsExactly(TidyRule.SUPPRESSIONS);
    assertThat(rules(SUPPRESSED + " // The cast is checked."))
        .containsExactly(TidyRule.SUPPRESSIONS);
  }

  @Test
  void check_brokenSource_findsSyntax() {
    assertThat(rules("class A {")).containsExactly(TidyRule.SYNTAX);
  }

  @Test
  void complaints_findingWithoutException_describesIt() {
    List<String> complaints = TidyExceptions.parse(List.of()).complaints(longMethod());

    assertThat(complaints).containsExactly(PATH + ":4: m has 71 lines, over 70 (method-lines)");
  }

  @Test
  void complaints_exactException_isSilent() {
    TidyExceptions exceptions =
        TidyExceptions.parse(List.of("# why", "method-lines " + PATH + " 71"));

    assertThat(exceptions.complaints(longMethod())).isEmpty();
  }

  @Test
  void complaints_exceptionTooSmall_saysBoth() {
    TidyExceptions exceptions = TidyExceptions.parse(List.of("method-lines " + PATH + " 70"));

    assertThat(exceptions.complaints(longMethod()))
        .anyMatch(complaint -> complaint.contains("allows 70, but the sum is 71"));
  }

  @Test
  void complaints_exceptionTooLarge_asksToLowerIt() {
    TidyExceptions exceptions = TidyExceptions.parse(List.of("method-lines " + PATH + " 72"));

    assertThat(exceptions.complaints(longMethod()))
        .containsExactly("lower the exception method-lines " + PATH + " from 72 to 71");
  }

  @Test
  void complaints_exceptionNoLongerNeeded_asksToRemoveIt() {
    TidyExceptions exceptions = TidyExceptions.parse(List.of("method-lines " + PATH + " 71"));

    assertThat(exceptions.complaints(List.of()))
        .singleElement()
        .asString()
        .startsWith("remove the exception method-lines " + PATH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"method-lines only-two", "no-such-rule A.java 3"})
  void parse_badLine_quotesIt(String line) {
    assertThatThrownBy(() -> TidyExceptions.parse(List.of(line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(line);
  }

  @Test
  void parse_lineTwice_isRefused() {
    assertThatThrownBy(() -> TidyExceptions.parse(List.of("tabs A.java 1", "tabs A.java 2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("listed twice: tabs A.java");
  }

  private static List<Finding> longMethod() {
    return find("class A {\n  void m() {\n" + "\n".repeat(69) + "  }\n}");
  }

  private static List<TidyRule> rules(String body) {
    return find(body).stream().map(Finding::rule).toList();
  }

  private static List<Finding> find(String body) {
    return TidyChecker.check(PATH, licensed(body));
  }

  private static String licensed(String body) {
    return TidyChecker.LICENSE + "\n\n" + body;
  }
}
