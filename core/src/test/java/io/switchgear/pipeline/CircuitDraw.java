// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.circuitbreaker.HealthProbe;
import io.switchgear.circuitbreaker.Proportional;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.core.Throttled;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Random settings of a circuit breaker. */
final class CircuitDraw {
  private static final int RULES = 7;

  private final SplittableRandom random;

  CircuitDraw(SplittableRandom random) {
    this.random = random;
  }

  CircuitBreakerConfig draw() {
    CircuitBreakerConfig config = CircuitBreaker.named("circuit");
    if (random.nextInt(6) == 0) {
      config = config.proportional(Proportional.over(ofSeconds(1)).minCalls(4));
    }
    int first = random.nextInt(RULES);
    int second = random.nextInt(RULES - 1);
    config =
        random.nextBoolean()
            ? config.tripOn(rule(first))
            : config.tripOn(rule(first), rule((first + 1 + second) % RULES));
    config = config.coolDown(coolDown()).trialCalls(1 + random.nextInt(3));
    Throttled throttled = Throttled.values()[random.nextInt(Throttled.values().length)];
    config = config.throttled(throttled).holdFor(ofMillis(1 + random.nextInt(2_000)));
    if (random.nextBoolean()) {
      config = config.successThreshold(1 + random.nextInt(3));
    }
    if (random.nextBoolean()) {
      config = config.trialTimeout(ofMillis(50 + random.nextInt(2_000)));
    }
    if (random.nextInt(4) == 0) {
      config = config.ramp(ofMillis(500));
    }
    if (random.nextInt(4) == 0) {
      config = config.trustRetryAfter(ofSeconds(1));
    }
    return random.nextInt(4) == 0 ? config.healthProbe(probe(), ofMillis(100)) : config;
  }

  private TripRule rule(int which) {
    return switch (which) {
      case 0 -> TripRule.consecutiveFailures(1 + random.nextInt(4));
      case 1 -> TripRule.consecutiveFailures(2).within(ofMillis(300));
      case 2 -> TripRule.failureRate(0.5, 4 + random.nextInt(80), 3);
      case 3 -> TripRule.failureRate(0.5, ofSeconds(1), 3);
      case 4 -> TripRule.failures(3, ofMillis(800));
      case 5 -> TripRule.slowCallRate(0.5, ofMillis(300), 6, 3);
      default -> TripRule.auto();
    };
  }

  private CoolDown coolDown() {
    CoolDown growing = CoolDown.growing(ofMillis(20 + random.nextInt(300)), ofSeconds(2));
    return random.nextBoolean()
        ? CoolDown.fixed(ofMillis(20 + random.nextInt(600)))
        : growing.jitter(0.5);
  }

  /** Says no or yes, fails, throws, gives nothing, or never answers. */
  private HealthProbe probe() {
    SplittableRandom own = random.split();
    return key -> answer(own.nextInt(8));
  }

  private static CompletionStage<Boolean> answer(int which) {
    return switch (which) {
      case 0 -> CompletableFuture.completedFuture(true);
      case 1 -> CompletableFuture.failedFuture(new IllegalStateException("probe"));
      case 2 -> throw new IllegalStateException("probe");
      case 3 -> throw new LinkageError("probe");
      case 4 -> new CompletableFuture<>();
      default -> CompletableFuture.completedFuture(false);
    };
  }
}
