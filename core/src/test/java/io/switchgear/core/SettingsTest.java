// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.HealthProbe;
import io.switchgear.circuitbreaker.Proportional;
import io.switchgear.circuitbreaker.Restriction;
import io.switchgear.circuitbreaker.TransitionListener;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.ProviderQuota;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.testkit.VirtualTime;
import io.switchgear.timeout.Timeout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever gives a setting or an order a value that it can't have is told which one. */
class SettingsTest {
  private static final VirtualTime TIME = new VirtualTime();
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final CircuitBreakerConfig BREAKER = CircuitBreaker.named("erp").time(TIME);

  /** One of each type whose methods take what users write. */
  private static Stream<Object> subjects() {
    return Stream.of(
        BREAKER,
        BREAKER.build(),
        BREAKER.keyed(),
        CoolDown.fixed(SECOND),
        Directive.by("ana"),
        Proportional.over(SECOND),
        Restriction.none(),
        TripRule.consecutiveFailures(2),
        TripRule.failures(2, SECOND),
        TripRule.failureRate(0.5, 10, 10),
        TripRule.failureRate(0.5, SECOND, 10),
        TripRule.slowCallRate(0.5, SECOND, 10, 10),
        Bulkhead.named("erp"),
        RateLimiter.named("erp"),
        RateLimiter.named("erp").fixedWindow(1, SECOND),
        AdaptivePacer.named("erp", 1, SECOND),
        ProviderQuota.of(1, 1, SECOND),
        Timeout.named("erp"),
        KeyLimits.maxKeys(1));
  }

  /** A value for each parameter that isn't the one in question. */
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(boolean.class, true),
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(double.class, 0.5),
          Map.entry(String.class, "erp"),
          Map.entry(Object.class, "key"),
          Map.entry(Duration.class, SECOND),
          Map.entry(TripRule.class, TripRule.auto()),
          Map.entry(TripRule[].class, new TripRule[0]),
          Map.entry(CoolDown.class, CoolDown.fixed(SECOND)),
          Map.entry(Proportional.class, Proportional.over(SECOND)),
          Map.entry(CircuitBreakerConfig.class, BREAKER),
          Map.entry(RateLimiterConfig.class, RateLimiter.named("other").tokenBucket(1, SECOND, 1)),
          Map.entry(Directive.class, Directive.by("ana")),
          Map.entry(Restriction.class, Restriction.none()),
          Map.entry(Assessment.class, Assessment.of(Verdict.SUCCESS)),
          Map.entry(Throttled.class, Throttled.PACE),
          Map.entry(KeyLimits.class, KeyLimits.maxKeys(1)),
          Map.entry(TimeSource.class, TIME),
          Map.entry(RandomSource.class, RandomSource.seeded(1)),
          Map.entry(Verdicts.class, Verdicts.standard()),
          Map.entry(
              HealthProbe.class, (HealthProbe) key -> CompletableFuture.completedFuture(true)),
          Map.entry(TransitionListener.class, (TransitionListener) transition -> {}),
          Map.entry(ThrowingSupplier.class, (ThrowingSupplier<String, Exception>) () -> "ok"),
          Map.entry(Supplier.class, (Supplier<String>) () -> "ok"));

  private static Stream<Method> methods(Object subject) {
    return Stream.of(subject.getClass(), subject.getClass().getSuperclass())
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getDeclaringClass() != Object.class);
  }

  static Stream<Arguments> referenceParameters() {
    return subjects()
        .flatMap(
            subject ->
                methods(subject)
                    .flatMap(
                        method ->
                            IntStream.range(0, method.getParameterCount())
                                .filter(index -> mustNotBeNull(method, index))
                                .mapToObj(index -> Arguments.of(method, index, subject))));
  }

  /** A gate that doesn't wait looks at no options. */
  private static boolean mustNotBeNull(Method method, int index) {
    Class<?> type = method.getParameterTypes()[index];
    return !type.isPrimitive()
        && type != CallOptions.class
        && !method.getAnnotatedParameterTypes()[index].isAnnotationPresent(Nullable.class);
  }

  @ParameterizedTest(name = "{0}, parameter {1}")
  @MethodSource("referenceParameters")
  void null_isRefusedByName(Method method, int index, Object subject) {
    Object[] values = Arrays.stream(method.getParameterTypes()).map(SettingsTest::sample).toArray();
    values[index] = null;

    Throwable refusal = refusal(method, subject, values);

    assertThat(refusal).isInstanceOf(NullPointerException.class);
    assertThat(refusal.getMessage()).as("the name alone").matches("[a-z][A-Za-z]*");
  }

  private static Object sample(Class<?> type) {
    Object sample = SAMPLES.get(type);
    assertThat(sample).as("a sample of %s", type).isNotNull();
    return sample;
  }

  static Stream<Arguments> numbers() {
    return subjects()
        .flatMap(
            subject ->
                methods(subject)
                    .filter(method -> method.getReturnType() == subject.getClass())
                    .filter(method -> !Modifier.isStatic(method.getModifiers()))
                    .filter(method -> method.getParameterCount() == 1)
                    .flatMap(
                        method ->
                            wrong(method.getParameterTypes()[0])
                                .map(value -> Arguments.of(method, value, subject))));
  }

  private static Stream<Object> wrong(Class<?> type) {
    if (type == int.class) {
      return Stream.of(-1, Integer.MAX_VALUE);
    }
    if (type == double.class) {
      return Stream.of(-1.0, Double.NaN, 1e9);
    }
    return type == Duration.class
        ? Stream.of(SECOND.negated(), Duration.ofDays(1_000))
        : Stream.empty();
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("numbers")
  void numberOutOfRange_isRefusedByTheNameOfTheSetting(
      Method method, Object value, Object subject) {
    Throwable refusal = refusal(method, subject, value);

    assertThat(refusal)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(method.getName() + " must be ")
        .hasMessageEndingWith(", but is " + value);
  }

  private static @Nullable Throwable refusal(Method method, Object subject, Object... values) {
    Throwable thrown = catchThrowable(() -> method.invoke(subject, values));
    return thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
  }
}
