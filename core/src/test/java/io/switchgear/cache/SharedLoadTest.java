// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static io.switchgear.cache.Cached.Origin.LOADED;
import static io.switchgear.cache.Cached.Origin.STALE_ON_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking callers of one key: the first makes the call, the others wait for it. */
@Timeout(30)
class SharedLoadTest {
  private static final CallOptions PATIENT = CallOptions.none();

  private final VirtualTime time = new VirtualTime();
  private final AnswerCache<String, String> cache =
      AnswerCache.named("rates").staleIfError(Duration.ofHours(1)).time(time).build();
  private final CountedCall call = new CountedCall();
  private final CountDownLatch called = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /** A thread that asks the cache. */
  private final class Caller {
    private final FutureTask<Cached<String>> task;
    private final Thread thread;

    Caller(CallOptions options, ThrowingSupplier<String, Exception> supplier) {
      task = new FutureTask<>(() -> cache.get(options, "parcel", supplier));
      thread = new Thread(task);
      thread.start();
    }

    Cached<String> result() throws Exception {
      return task.get();
    }

    void awaitWaiting() {
      while (thread.getState() != Thread.State.WAITING) {
        assertThat(thread.isAlive()).isTrue();
        Thread.onSpinWait();
      }
    }
  }

  private Caller leader(ThrowingSupplier<String, Exception> end) throws InterruptedException {
    return leader(PATIENT, end);
  }

  /** One whose call is under way, and ends so when it is released. */
  private Caller leader(CallOptions options, ThrowingSupplier<String, Exception> end)
      throws InterruptedException {
    Caller leader =
        new Caller(
            options,
            () -> {
              called.countDown();
              released.await();
              return end.get();
            });
    called.await();
    return leader;
  }

  private Caller follower(CallOptions options) {
    Caller follower = new Caller(options, call::get);
    follower.awaitWaiting();
    return follower;
  }

  @Test
  void followers_shareTheAnswer() throws Exception {
    Caller leader = leader(() -> "answer");
    Caller first = follower(PATIENT);
    Caller second = follower(PATIENT);

    released.countDown();

    assertThat(leader.result().value()).isEqualTo("answer");
    assertThat(first.result().value()).isEqualTo("answer");
    assertThat(second.result().origin()).isEqualTo(LOADED);
    assertThat(call.made()).isZero();
    assertThat(cache.stats().loads()).isEqualTo(new AnswerCacheStats.Loads(1, 0, 2));
  }

  @Test
  void followers_shareTheFailure() throws Exception {
    IOException error = new IOException("reset");
    Caller leader =
        leader(
            () -> {
              throw error;
            });
    Caller follower = follower(PATIENT);

    released.countDown();

    assertThatThrownBy(leader::result).hasCause(error);
    assertThatThrownBy(follower::result).hasCause(error);
    assertThat(call.made()).isZero();
  }

  @Test
  void interruptedLeader_leavesTheCallToOneOfTheFollowers() throws Exception {
    Caller leader = leader(() -> "answer");
    Caller first = follower(PATIENT);
    Caller second = follower(PATIENT);

    leader.thread.interrupt();

    assertThatThrownBy(leader::result).hasCauseInstanceOf(InterruptedException.class);
    assertThat(first.result().value()).isEqualTo("answer 1");
    assertThat(second.result().value()).isEqualTo("answer 1");
    assertThat(call.made()).isEqualTo(1);
  }

  @Test
  void leaderThatFailsBecauseItIsInterrupted_leavesTheCallToAFollower() throws Exception {
    Caller leader =
        leader(
            () -> {
              Thread.currentThread().interrupt();
              throw new IOException("closed by interrupt");
            });
    Caller follower = follower(PATIENT);

    released.countDown();

    assertThat(follower.result().value()).isEqualTo("answer 1");
    // The leader gets its error, or the follower's answer if that is there already.
    leader.thread.join();
    assertThat(call.made()).isEqualTo(1);
  }

  @Test
  void leaderThatThrowsAnError_leavesTheCallToAFollower() throws Exception {
    Caller leader =
        leader(
            () -> {
              throw new StackOverflowError();
            });
    Caller follower = follower(PATIENT);

    released.countDown();

    assertThatThrownBy(leader::result).hasCauseInstanceOf(StackOverflowError.class);
    assertThat(follower.result().value()).isEqualTo("answer 1");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void leaderThatFailsPastItsDeadline_leavesTheCallToAFollower() throws Exception {
    CallOptions hasty = CallOptions.none().deadline(Deadline.after(Duration.ofSeconds(1), time));
    Caller leader =
        leader(
            hasty,
            () -> {
              throw new IOException("cut at the deadline");
            });
    Caller follower = follower(PATIENT);

    time.advance(Duration.ofSeconds(1));
    released.countDown();

    assertThat(follower.result().value()).isEqualTo("answer 1");
    // The leader gets its error, or the follower's answer if that is there already.
    leader.thread.join();
    assertThat(call.made()).isEqualTo(1);
  }

  @Test
  void interruptedFollower_leaves_andTheOthersGoOn() throws Exception {
    Caller leader = leader(() -> "answer");
    Caller interrupted = follower(PATIENT);
    Caller other = follower(PATIENT);

    interrupted.thread.interrupt();

    assertThatThrownBy(interrupted::result).hasCauseInstanceOf(InterruptedException.class);
    released.countDown();
    assertThat(other.result().value()).isEqualTo("answer");
    assertThat(leader.result().value()).isEqualTo("answer");
  }

  @Test
  void follower_waitsUntilItsDeadline() throws Exception {
    Caller leader = leader(() -> "answer");
    Caller hasty =
        follower(CallOptions.none().deadline(Deadline.after(Duration.ofSeconds(2), time)));

    time.advance(Duration.ofSeconds(2));

    assertThatThrownBy(hasty::result).hasCauseInstanceOf(DeadlineOverException.class);
    released.countDown();
    assertThat(leader.result().value()).isEqualTo("answer");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void follower_atItsDeadline_getsAnOlderAnswer() throws Exception {
    cache.put("parcel", "old");
    time.advance(Duration.ofMinutes(1));
    Caller leader = leader(() -> "answer");
    Caller hasty =
        follower(CallOptions.none().deadline(Deadline.after(Duration.ofSeconds(2), time)));

    time.advance(Duration.ofSeconds(2));

    assertThat(hasty.result().origin()).isEqualTo(STALE_ON_ERROR);
    released.countDown();
    leader.result();
  }

  @Test
  void hangingLeader_frees_thoseWhoWait_andTheNextMakesTheCall() throws Exception {
    Caller leader = leader(() -> "late");
    Caller follower = follower(PATIENT);

    time.advance(Duration.ofSeconds(30));

    assertThatThrownBy(follower::result)
        .cause()
        .isInstanceOfSatisfying(
            LoadTimeoutException.class,
            late -> {
              assertThat(late.name()).isEqualTo("rates");
              assertThat(late.limit()).isEqualTo(Duration.ofSeconds(30));
            });
    assertThat(new Caller(PATIENT, call::get).result().value()).isEqualTo("answer 1");
    released.countDown();
    assertThat(leader.result().value()).isEqualTo("late");
    assertThat(cache.get("parcel", call).value()).isEqualTo("answer 1");
  }

  @Test
  void followerWhoAskedBeforeAnInvalidation_getsTheAnswer_andNobodyAfterwards() throws Exception {
    Caller leader = leader(() -> "from before");
    Caller follower = follower(PATIENT);

    cache.invalidate("parcel");
    Cached<String> after = cache.get("parcel", call);
    released.countDown();

    assertThat(after.value()).isEqualTo("answer 1");
    assertThat(leader.result().value()).isEqualTo("from before");
    assertThat(follower.result().value()).isEqualTo("from before");
    assertThat(cache.get("parcel", call).value()).isEqualTo("answer 1");
  }
}
