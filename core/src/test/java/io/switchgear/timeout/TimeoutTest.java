// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The blocking form. Virtual time passes on the calling thread, inside the call. */
@org.junit.jupiter.api.Timeout(60)
class TimeoutTest {
  private final VirtualTime time = new VirtualTime();
  private final Timeout timeout = Timeout.named("erp").after(ofSeconds(2)).time(time).build();

  @AfterEach
  void leaveNothingBehind() {
    assertThat(Thread.interrupted()).isFalse();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void call_inTime_returnsItsResult() {
    String result =
        timeout.call(
            () -> {
              time.advance(ofSeconds(2).minusNanos(1));
              return "ok";
            });

    assertThat(result).isEqualTo("ok");
  }

  @Test
  void call_failsInTime_throwsItsErrorUnchanged() {
    assertThatThrownBy(() -> timeout.call(TimeoutTest::fail))
        .isInstanceOf(IOException.class)
        .hasMessage("reset")
        .hasNoSuppressedExceptions();
  }

  @Test
  void caseT11b_interruptedAtTheLimit_flagIsFalseAfterwards() {
    assertThatThrownBy(() -> timeout.call(this::hang))
        .isInstanceOfSatisfying(
            TimeoutExceededException.class,
            e -> {
              assertThat(e.name()).isEqualTo("erp");
              assertThat(e.limit()).isEqualTo(ofSeconds(2));
              assertThat(e.isDeadline()).isFalse();
            })
        .hasMessage("Timeout erp: the call took longer than PT2S")
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void caseT11b_callThatIgnoresItsInterrupt_flagIsFalseAfterwards() {
    assertThatThrownBy(
            () ->
                timeout.call(
                    () -> {
                      time.advance(ofSeconds(3));
                      assertThat(Thread.currentThread().isInterrupted()).isTrue();
                      return "late";
                    }))
        .isInstanceOf(TimeoutExceededException.class)
        .hasNoCause();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void caseT11b_callThatRestoresItsFlag_flagIsFalseAfterwards() {
    assertThatThrownBy(
            () ->
                timeout.call(
                    () -> {
                      try {
                        return hang();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return "given up";
                      }
                    }))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void call_interruptedBySomebodyElse_staysInterrupted() {
    String result =
        timeout.call(
            () -> {
              Thread.currentThread().interrupt();
              return "ok";
            });

    assertThat(result).isEqualTo("ok");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void call_interruptedBySomebodyElseBeforeTheLimit_staysInterrupted() {
    assertThatThrownBy(
            () ->
                timeout.call(
                    () -> {
                      Thread.currentThread().interrupt();
                      return hang();
                    }))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void call_afterItsEnd_isNotInterruptedAnyMore() {
    timeout.call(() -> "ok");

    time.advance(ofSeconds(60));

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void call_errorAfterTheLimit_isThrownItself() {
    assertThatThrownBy(
            () ->
                timeout.call(
                    () -> {
                      time.advance(ofSeconds(2));
                      throw new StackOverflowError("deep");
                    }))
        .isInstanceOf(StackOverflowError.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void call_deadlineBeforeTheLimit_endsAtTheDeadline() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofMillis(500), time));

    assertThatThrownBy(
            () ->
                timeout.call(
                    options,
                    () -> {
                      time.advance(ofMillis(500));
                      return "late";
                    }))
        .isInstanceOfSatisfying(
            TimeoutExceededException.class, e -> assertThat(e.isDeadline()).isTrue())
        .hasMessage(
            "Timeout erp: the call took longer than PT0.5S,"
                + " all that its caller's deadline had left");
  }

  @Test
  void call_deadlineAtTheLimit_isTheTimeoutsOwn() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofSeconds(2), time));

    assertThatThrownBy(() -> timeout.call(options, this::hang))
        .isInstanceOfSatisfying(
            TimeoutExceededException.class, e -> assertThat(e.isDeadline()).isFalse());
  }

  @Test
  void call_deadlineOverBefore_isNotMade() {
    CallOptions over = CallOptions.none().deadline(Deadline.after(Duration.ZERO, time));

    assertThatThrownBy(() -> timeout.call(over, TimeoutTest::fail))
        .isInstanceOf(DeadlineOverException.class);
  }

  @Test
  void call_timerRefuses_isNotMade() {
    Timeout broken = Timeout.named("erp").time(new RefusingTime(time)).build();

    assertThatThrownBy(() -> broken.call(TimeoutTest::fail))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void nested_innerLimitFirst_outerCallGoesOnUninterrupted() {
    Timeout outer = Timeout.named("outer").after(ofSeconds(5)).time(time).build();

    String result =
        outer.call(
            () -> {
              assertThatThrownBy(() -> timeout.call(this::hang))
                  .isInstanceOf(TimeoutExceededException.class);
              assertThat(Thread.currentThread().isInterrupted()).isFalse();
              return "other way";
            });

    assertThat(result).isEqualTo("other way");
  }

  @Test
  void nested_bothLimitsAtTheSameMoment_outerInterruptOutlivesTheInnerCall() {
    Timeout outer = Timeout.named("outer").after(ofSeconds(2)).time(time).build();

    assertThatThrownBy(
            () ->
                outer.call(
                    () -> {
                      assertThatThrownBy(() -> timeout.call(this::hang))
                          .hasMessage("Timeout erp: the call took longer than PT2S");
                      return new CountDownLatch(1).await(1, TimeUnit.DAYS);
                    }))
        .hasMessage("Timeout outer: the call took longer than PT2S")
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void nested_innerCallRunsOnUntilTheOuterLimit_outerInterruptOutlivesIt() {
    Timeout outer = Timeout.named("outer").after(ofSeconds(3)).time(time).build();

    assertThatThrownBy(
            () ->
                outer.call(
                    () -> {
                      assertThatThrownBy(() -> timeout.call(() -> late(ofSeconds(3))))
                          .hasMessage("Timeout erp: the call took longer than PT2S");
                      return new CountDownLatch(1).await(1, TimeUnit.DAYS);
                    }))
        .hasMessage("Timeout outer: the call took longer than PT3S")
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void nested_oneInnerCallAfterTheOther_eachTakesItsInterruptBack() {
    Timeout outer = Timeout.named("outer").after(ofSeconds(60)).time(time).build();

    String result =
        outer.call(
            () -> {
              for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> timeout.call(this::hang))
                    .isInstanceOf(TimeoutExceededException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
              }
              return "third way";
            });

    assertThat(result).isEqualTo("third way");
  }

  /** A timer that fires on its own thread must find the interrupts free, and leave them free. */
  @Test
  void nested_bothLimitsOnTheTimersThread_eachEndsItsCall() {
    Timeout outer = Timeout.named("outer").after(ofSeconds(5)).time(time).build();

    assertThatThrownBy(
            () ->
                outer.call(
                    () -> {
                      assertThatThrownBy(() -> timeout.call(() -> passOnAnotherThread(2)))
                          .hasMessage("Timeout erp: the call took longer than PT2S");
                      return passOnAnotherThread(3);
                    }))
        .hasMessage("Timeout outer: the call took longer than PT5S");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void nested_somebodyElseAndBothLimits_staysInterrupted() {
    Timeout outer = Timeout.named("outer").after(ofSeconds(2)).time(time).build();

    assertThatThrownBy(
            () ->
                outer.call(
                    () ->
                        timeout.call(
                            () -> {
                              Thread.currentThread().interrupt();
                              return hang();
                            })))
        .hasMessage("Timeout outer: the call took longer than PT2S");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void caseT11f_timedOutCodeThatRunsOn_keepsItsBulkheadPlace() throws InterruptedException {
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();

    assertThatThrownBy(
            () ->
                bulkhead.call(
                    () ->
                        timeout.call(
                            () -> {
                              time.advance(ofSeconds(3));
                              assertThat(bulkhead.inUse()).isEqualTo(1);
                              return "late";
                            })))
        .isInstanceOf(TimeoutExceededException.class);
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void exceeded_isReadAsAFailure() {
    var exceeded = new TimeoutExceededException("erp", ofSeconds(2), false, null);

    assertThat(Verdicts.standard().assess(null, exceeded).verdict()).isEqualTo(Verdict.FAILURE);
  }

  @Test
  void named_defaults_are10Seconds() {
    assertThat(Timeout.named("erp").build()).hasToString("erp: after PT10S");
    assertThatThrownBy(() -> Timeout.named("erp").after(Duration.ZERO))
        .hasMessage("after must be from 1 ms to 366 days, but is PT0S");
  }

  private static String fail() throws IOException {
    throw new IOException("reset");
  }

  private String late(Duration passed) {
    time.advance(passed);
    return "late";
  }

  /** Time passes on another thread; this one waits until that is done, whoever interrupts it. */
  private String passOnAnotherThread(int seconds) {
    Thread timer = new Thread(() -> time.advance(ofSeconds(seconds)));
    timer.start();
    while (timer.isAlive()) {
      Thread.onSpinWait();
    }
    return "late";
  }

  /** Passes the limit, and then blocks until it is interrupted. */
  private String hang() throws InterruptedException {
    time.advance(ofSeconds(2));
    new CountDownLatch(1).await();
    return "never";
  }
}
