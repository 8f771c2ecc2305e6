// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.hedge.Hedge;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.RetryConfig;
import io.switchgear.timeout.Timeout;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A name goes into errors, logs and metrics, so it is something in one line, for all policies. */
class NamesTest {
  /** Where names are given; each gives back what it has taken. */
  enum Place {
    BREAKER(name -> CircuitBreaker.named(name).name()),
    BREAKER_RENAMED(name -> CircuitBreaker.named("erp").name(name).name()),
    BULKHEAD(name -> Bulkhead.named(name).name()),
    BULKHEAD_RENAMED(name -> Bulkhead.named("erp").name(name).name()),
    CACHE(name -> AnswerCache.named(name).build().name()),
    CACHE_RENAMED(name -> AnswerCache.named("erp").name(name).build().name()),
    DIRECTIVE(name -> Directive.by(name).who()),
    DIRECTIVE_REASON(name -> Directive.by("ana").because(name).reason().orElseThrow()),
    FAILOVER(name -> Failover.named(name).name()),
    FAILOVER_TARGET(NamesTest::nameOfTarget),
    HEDGE(name -> Hedge.named(name).name()),
    HEDGE_RENAMED(name -> Hedge.named("erp").name(name).name()),
    LIMITER(name -> RateLimiter.named(name).fixedWindow(1, Duration.ofSeconds(1)).name()),
    LIMITER_RENAMED(
        name -> RateLimiter.named("erp").fixedWindow(1, Duration.ofSeconds(1)).name(name).name()),
    PACER(name -> AdaptivePacer.named(name, 1, Duration.ofSeconds(1)).name()),
    PIPELINE(name -> Pipeline.named(name).name()),
    RETRY_RENAMED(name -> RetryConfig.never().name(name).name()),
    TIMEOUT(name -> Timeout.named(name).name()),
    TIMEOUT_RENAMED(name -> Timeout.named("erp").name(name).name());

    private final UnaryOperator<String> name;

    Place(UnaryOperator<String> name) {
      this.name = name;
    }
  }

  private static String nameOfTarget(String name) {
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .target(name, Pipeline.<String>named("openai").build(), request -> request)
            .build();
    return failover.toString().replace("completion: ", "");
  }

  @ParameterizedTest
  @EnumSource
  void name_oneLine_isTakenAsItIs(Place place) {
    for (String name : List.of("erp", "Zahlung über ERP ☎", "x".repeat(256))) {
      assertThat(place.name.apply(name)).isEqualTo(name);
    }
  }

  @ParameterizedTest
  @EnumSource
  void name_notOneLine_isRefused(Place place) {
    for (String name : List.of("a\nb", "a\rb", "a\tb", "a\u0000b", "a\u2028b", "a\u2029b")) {
      assertThatThrownBy(() -> place.name.apply(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(
              "(name|targetName|who|reason) must be one line without control characters");
    }
  }

  @ParameterizedTest
  @EnumSource
  void name_blankOrTooLong_isRefused(Place place) {
    assertThatThrownBy(() -> place.name.apply(" ")).hasMessageEndingWith(" must not be blank");
    assertThatThrownBy(() -> place.name.apply("x".repeat(257)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(" must have at most 256 characters, but has 257");
  }
}
