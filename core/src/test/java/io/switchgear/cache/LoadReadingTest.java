// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.cache.LoadEnd.Meaning;
import io.switchgear.core.Assessment;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoadReadingTest {
  private final LoadReading standard = new LoadReading(Verdicts.standard());

  private static LoadReading always(Verdict verdict) {
    return new LoadReading((result, error) -> Assessment.of(verdict));
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCESS, ANSWER, false",
    "FAILURE, FAILURE, true",
    "THROTTLED, FAILURE, true",
    "IGNORED, PASSED_ON, false"
  })
  void returned_followsTheVerdict(Verdict verdict, Meaning meaning, boolean failed) {
    LoadEnd<String> end = always(verdict).returned("rates");

    assertThat(end.meaning()).isEqualTo(meaning);
    assertThat(end.isFailed()).isEqualTo(failed);
    assertThat(end.isForAll()).isTrue();
    assertThat(end.result()).isEqualTo("rates");
  }

  @ParameterizedTest
  @CsvSource({"SUCCESS, PASSED_ON", "FAILURE, FAILURE", "THROTTLED, FAILURE", "IGNORED, PASSED_ON"})
  void threw_followsTheVerdict_andIsNeverAnAnswer(Verdict verdict, Meaning meaning) {
    IOException error = new IOException("reset");

    LoadEnd<String> end = always(verdict).threw(error, false);

    assertThat(end.meaning()).isEqualTo(meaning);
    assertThat(end.isFailed()).isTrue();
    assertThat(end.isForAll()).isTrue();
    assertThatThrownBy(end::result).isSameAs(error);
  }

  @Test
  void threw_whenTheCallerIsGone_concernsNobodyElse() {
    assertThat(standard.threw(new IOException("closed"), true).isForAll()).isFalse();
  }

  @Test
  void threw_whatConcernsTheCallerAlone_isNotForAll() {
    assertThat(standard.threw(new InterruptedException(), false).isForAll()).isFalse();
    assertThat(standard.threw(new CancellationException(), false).isForAll()).isFalse();
    assertThat(standard.threw(new StackOverflowError(), false).isForAll()).isFalse();
    assertThat(
            standard.threw(new CompletionException(new CancellationException()), false).isForAll())
        .isFalse();
  }

  @Test
  void threw_aRefusal_isAFailure_thoughTheVerdictIsIgnored() {
    Throwable open = Refusal.open();

    LoadEnd<String> end = standard.threw(open, false);

    assertThat(end.meaning()).isEqualTo(Meaning.FAILURE);
    assertThat(end.isForAll()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void threw_aRefusal_concernsTheCallerAlone_onlyWhenItIsTheCallersDoing(RejectionReason reason) {
    boolean callersDoing =
        reason == RejectionReason.DEADLINE_OVER || reason == RejectionReason.INTERRUPTED;

    assertThat(standard.threw(Refusal.of(reason), false).isForAll()).isEqualTo(!callersDoing);
  }

  @Test
  void threw_becauseTheDeadlineIsOver_isAFailureOfThisCallerAlone() {
    Deadline deadline = Deadline.after(Duration.ZERO, new VirtualTime());

    assertThatThrownBy(() -> deadline.check("erp"))
        .isInstanceOfSatisfying(
            DeadlineOverException.class,
            late -> {
              assertThat(standard.threw(late, false).isForAll()).isFalse();
              assertThat(standard.threw(late, false).meaning()).isEqualTo(Meaning.FAILURE);
            });
  }

  @Test
  void threw_whenTheVerdictsThrow_isPassedOnWithTheirErrorSuppressed() {
    IOException error = new IOException("reset");
    IllegalStateException defect = new IllegalStateException("defect");
    LoadReading reading =
        new LoadReading(
            (result, thrown) -> {
              throw defect;
            });

    LoadEnd<String> end = reading.threw(error, false);

    assertThat(end.meaning()).isEqualTo(Meaning.PASSED_ON);
    assertThat(error).hasSuppressedException(defect);
  }
}
