// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.ratelimit.RateLimiterRejectedException;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A key that breaks while a keyed policy has it harms its own calls alone. */
class BrokenKeysTest {
  private final VirtualTime time = new VirtualTime();
  private final Key key = new Key(0);
  private final IOException error = new IOException("reset");

  private KeyedCircuitBreaker<Key> circuits(int maxKeys) {
    return CircuitBreaker.named("erp")
        .tripOn(consecutiveFailures(1))
        .time(time)
        .keyed(KeyLimits.maxKeys(maxKeys).idleAfter(ofMinutes(1)));
  }

  private RateLimiterConfig limit(int permits) {
    return RateLimiter.named("erp").tokenBucket(permits, ofSeconds(1), permits).time(time);
  }

  private KeyedRateLimiter<Key> limiters(int maxKeys) {
    return limit(1).keyed(KeyLimits.maxKeys(maxKeys).idleAfter(ofMinutes(1)));
  }

  /** A key by its number; asked for its hash code or its text, it throws once it is broken. */
  private static final class Key {
    private final int number;
    private boolean broken;

    Key(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      check();
      return number;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      check();
      return other instanceof Key that && that.number == number;
    }

    @Override
    public String toString() {
      check();
      return "key " + number;
    }

    private void check() {
      if (broken) {
        throw new StackOverflowError("broken key");
      }
    }
  }

  @Test
  void circuit_keyBreaks_itsCircuitOpensWithTheCallsErrorAndIsLogged() {
    KeyedCircuitBreaker<Key> circuits = circuits(10);
    CircuitBreaker circuit = circuits.forKey(key);
    key.broken = true;

    assertThatThrownBy(
            () ->
                circuit.call(
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);

    assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
    assertThat(circuits.recentTransitions())
        .singleElement()
        .satisfies(opened -> assertThat(opened.key()).hasValue(Key.class.getName()));
    assertThatThrownBy(() -> circuit.call(() -> "ok"))
        .isInstanceOf(CircuitBreakerRejectedException.class);
  }

  @Test
  void circuit_keyBreaks_asynchronousCallEndsWithItsOwnError() {
    CircuitBreaker circuit = circuits(10).forKey(key);
    key.broken = true;

    CompletableFuture<String> call = circuit.callAsync(() -> CompletableFuture.failedFuture(error));

    assertThat(call.handle((result, failure) -> failure)).isCompletedWithValue(error);
  }

  @Test
  void circuits_keyBreaks_othersAreForgottenAndFindRoom() {
    KeyedCircuitBreaker<Key> circuits = circuits(4);
    circuits.forKey(key);
    key.broken = true;

    for (int number = 1; number <= 200; number++) {
      Key other = new Key(number);
      assertThat(circuits.forKey(other)).isSameAs(circuits.forKey(other));
      assertThat(circuits.find(other)).isPresent();
    }
    time.advance(ofMinutes(1));
    circuits.tick();
    time.advance(ofMinutes(1));
    circuits.tick();

    assertThat(circuits.size()).isEqualTo(1);
  }

  @Test
  void limiters_keyBreaks_othersFindRoomAndItsLimiterGoesOn() {
    KeyedRateLimiter<Key> limiters = limiters(4);
    RateLimiter limiter = limiters.forKey(key);
    key.broken = true;

    for (int number = 1; number <= 200; number++) {
      limiters.forKey(new Key(number));
    }

    assertThat(limiter.tryAcquire().allowed()).isTrue();
    assertThat(limiters.size()).isEqualTo(4);
  }

  @Test
  void limiter_keyBreaks_rejectionStaysOne() {
    RateLimiter limiter = limiters(10).forKey(key);
    limiter.tryAcquire();
    key.broken = true;

    assertThatThrownBy(() -> limiter.tryAcquire().orThrow())
        .isInstanceOf(RateLimiterRejectedException.class)
        .hasMessageContaining(Key.class.getName());
  }

  @Test
  void limiters_keyBreaks_changedNumbersReachAll() {
    KeyedRateLimiter<Key> limiters = limiters(10);
    RateLimiter broken = limiters.forKey(key);
    RateLimiter other = limiters.forKey(new Key(1));
    key.broken = true;

    limiters.reconfigure(limit(7));

    assertThat(broken.config().limit()).isEqualTo(7);
    assertThat(other.config().limit()).isEqualTo(7);
  }
}
