// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VerdictsTest {
  private static final Verdicts<@Nullable Object> STANDARD = Verdicts.standard();

  /** What says nothing about the dependency: the caller's own side ended the call. */
  private static Stream<Throwable> ours() {
    return Stream.of(
        new DeadlineOverException("erp"),
        new CancellationException(),
        new InterruptedException(),
        new RejectedExecutionException(),
        new AssertionError());
  }

  @ParameterizedTest
  @MethodSource("ours")
  void standard_errorOfTheCallersSide_isIgnored(Throwable error) {
    assertThat(STANDARD.assess(null, error)).isEqualTo(Assessment.of(Verdict.IGNORED));
  }

  @Test
  void standard_resultOrAnyOtherError_isSuccessOrFailure() {
    assertThat(STANDARD.assess("ok", null)).isEqualTo(Assessment.of(Verdict.SUCCESS));
    assertThat(STANDARD.assess(null, null)).isEqualTo(Assessment.of(Verdict.SUCCESS));
    assertThat(STANDARD.assess(null, new IOException())).isEqualTo(Assessment.of(Verdict.FAILURE));
    assertThat(STANDARD.assess(null, new IllegalStateException()))
        .isEqualTo(Assessment.of(Verdict.FAILURE));
  }

  @Test
  void unwrap_takesWrappersOffAndNothingElse() {
    IOException inner = new IOException("reset", new IllegalStateException("its own cause"));

    assertThat(Verdicts.unwrap(inner)).isSameAs(inner);
    assertThat(Verdicts.unwrap(new CompletionException(inner))).isSameAs(inner);
    assertThat(Verdicts.unwrap(new ExecutionException(new CompletionException(inner))))
        .isSameAs(inner);
  }

  @Test
  void unwrap_wrapperOfNothing_isTheErrorItself() {
    CompletionException empty = new CompletionException("no cause", null);

    assertThat(Verdicts.unwrap(empty)).isSameAs(empty);
  }

  @Test
  void unwrap_causesThatGoRoundInACircle_givesTheErrorItself() {
    CompletionException outer = new CompletionException("outer") {};
    outer.initCause(new ExecutionException(outer));

    assertThat(Verdicts.unwrap(outer)).isSameAs(outer);
  }
}
