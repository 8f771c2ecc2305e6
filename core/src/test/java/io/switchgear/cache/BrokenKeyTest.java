// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that breaks while it is in use costs its own caller the answer at most, nobody else. */
class BrokenKeyTest {
  private final VirtualTime time = new VirtualTime();
  private final AnswerCache<Key, String> cache =
      AnswerCache.named("rates")
          .freshFor(Duration.ofMinutes(5))
          .staleWhileRevalidate(Duration.ofMinutes(10))
          .staleIfError(Duration.ofHours(1))
          .refreshOn(Runnable::run)
          .time(time)
          .build();
  private final CountedCall call = new CountedCall();

  /** Equal to all others; throws from a certain look at its hash code on. */
  private static final class Key {
    private int looksLeft;

    Key(int looksLeft) {
      this.looksLeft = looksLeft;
    }

    static Key whole() {
      return new Key(Integer.MAX_VALUE);
    }

    @Override
    public int hashCode() {
      if (looksLeft-- <= 0) {
        throw new StackOverflowError("no hash code");
      }
      return 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key;
    }
  }

  private void askIgnoringTheKeysError(Key key) throws IOException, InterruptedException {
    try {
      var unused = cache.get(key, call);
    } catch (StackOverflowError e) {
      assertThat(e).hasMessage("no hash code");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void get_keyBreaksAtAnyLook_theNextCallerGetsAnAnswer(int looks) throws Exception {
    askIgnoringTheKeysError(new Key(looks));

    CompletableFuture<Cached<String>> next = cache.getAsync(Key.whole(), call::async);

    assertThat(next).isCompleted();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void getAsync_keyBreaksAtAnyLook_theNextCallerGetsAnAnswer(int looks) {
    CompletableFuture<Cached<String>> broken = cache.getAsync(new Key(looks), call::async);

    CompletableFuture<Cached<String>> next = cache.getAsync(Key.whole(), call::async);

    assertThat(broken).isDone();
    assertThat(next).isCompleted();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void getAsync_keyBreaksBesideARefresh_staleAnswerIsServedAndTheNextCallerRefreshes(int looks) {
    cache.put(Key.whole(), "old");
    time.advance(Duration.ofMinutes(6));

    CompletableFuture<Cached<String>> broken = cache.getAsync(new Key(looks), call::async);
    var unused = cache.getAsync(Key.whole(), call::async);

    assertThat(broken).isCompletedWithValueMatching(seen -> seen.value().equals("old"));
    assertThat(cache.getAsync(Key.whole(), call::async))
        .isCompletedWithValueMatching(seen -> seen.value().startsWith("answer"));
  }

  @Test
  void get_keyBreaksWhileTheCallFails_theCallsErrorComesOut() {
    Key key = Key.whole();

    assertThatThrownBy(
            () ->
                cache.get(
                    key,
                    () -> {
                      key.looksLeft = 0;
                      throw new IOException("reset");
                    }))
        .isInstanceOf(IOException.class);
  }
}
