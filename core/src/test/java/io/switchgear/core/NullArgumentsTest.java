// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.Admission;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.Restriction;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.hedge.Hedge;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.ProviderQuota;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryConfig;
import io.switchgear.timeout.Timeout;
import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A null where a value is needed is refused at once, by the method that is given it, in the words
 * of its signature: whoever builds settings from a file of his own has no other hint.
 */
class NullArgumentsTest {
  private static final Path SOURCES = Path.of("src/main/java");

  /** The settings, and the values that they are made of. */
  private static final List<Object> SETTINGS =
      List.of(
          Bulkhead.named("erp"),
          AnswerCache.named("erp"),
          Hedge.named("erp"),
          Pipeline.named("erp"),
          Failover.named("erp"),
          pacer(),
          RateLimiter.named("erp"),
          fixedWindow(),
          RetryConfig.exponential(Duration.ofMillis(200)),
          Timeout.named("erp"),
          CallOptions.none(),
          KeyLimits.maxKeys(10),
          AttemptBudget.unlimited());

  /** Those whose static methods begin settings, or make policies. */
  private static final List<Class<?>> FACTORIES =
      List.of(
          AdaptiveConcurrency.class,
          Assessment.class,
          Bulkhead.class,
          CoolDown.class,
          Deadline.class,
          Directive.class,
          ProviderQuota.class,
          TripRule.class,
          AnswerCache.class,
          Hedge.class,
          Pipeline.class,
          Failover.class,
          AdaptivePacer.class,
          RateLimiter.class,
          Timeout.class);

  /** What makes calls, and what callers hand to it. */
  private static final List<Object> POLICIES =
      List.of(
          AdaptiveConcurrency.gradient(Bulkhead.named("erp").build(), 1, 10),
          Bulkhead.named("erp").build(),
          AnswerCache.named("erp").build(),
          CircuitBreaker.named("erp").build(),
          CircuitBreaker.named("erp").keyed(),
          Hedge.named("erp").build(),
          Pipeline.named("erp")
              .circuitBreaker(CircuitBreaker.named("erp"))
              .rateLimiter(fixedWindow())
              .build(),
          Pipeline.named("erp").circuitBreaker(CircuitBreaker.named("erp")).keyed(),
          failover(),
          pacer().build(),
          pacer().keyed(),
          fixedWindow().build(),
          fixedWindow().keyed(),
          Retry.named("erp").build(),
          Retry.named("erp").build().begin(CallOptions.none()),
          Timeout.named("erp").build(),
          permit(),
          Assessment.of(Verdict.FAILURE),
          Deadline.none(),
          CoolDown.fixed(Duration.ofSeconds(1)),
          Directive.by("ana"),
          TripRule.consecutiveFailures(5));

  /** Gates that don't look at all that they are told. */
  private static final List<Class<?>> UNREAD =
      List.of(Bulkhead.class, CircuitBreaker.class, RateLimiter.class);

  private static final String ACCEPTED = "it is accepted";

  /** Stands in for the arguments that aren't null. */
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(double.class, 0.5),
          Map.entry(boolean.class, true),
          Map.entry(Object.class, "k1"),
          Map.entry(String.class, "erp"),
          Map.entry(Throwable.class, new IOException("down")),
          Map.entry(Duration.class, Duration.ofSeconds(1)),
          Map.entry(CallOptions.class, CallOptions.none()),
          Map.entry(Assessment.class, Assessment.of(Verdict.FAILURE)),
          Map.entry(Restriction.class, Restriction.none()),
          Map.entry(Directive.class, Directive.by("ana")),
          Map.entry(CircuitBreakerConfig.class, CircuitBreaker.named("erp")),
          Map.entry(CircuitBreaker.class, CircuitBreaker.named("erp").build()),
          Map.entry(RateLimiterConfig.class, fixedWindow()),
          Map.entry(RateLimiter.class, fixedWindow().build()),
          Map.entry(AdaptivePacer.class, pacer().build()),
          Map.entry(Decision.class, fixedWindow().build().tryAcquire()),
          Map.entry(ProviderQuota.class, ProviderQuota.of(60, 30, Duration.ofSeconds(1))),
          Map.entry(Pipeline.class, Pipeline.named("erp").build()),
          Map.entry(AnswerCache.class, AnswerCache.named("erp").build()),
          Map.entry(Bulkhead.class, Bulkhead.named("erp").build()));

  private static Failover<Object, Object> failover() {
    return Failover.<Object, Object>named("erp")
        .target("a", Pipeline.named("erp").build(), request -> "ok")
        .build();
  }

  private static RateLimiterConfig fixedWindow() {
    return RateLimiter.named("erp").fixedWindow(60, Duration.ofMinutes(1));
  }

  private static AdaptivePacerConfig pacer() {
    return AdaptivePacer.named("erp", 60, Duration.ofMinutes(1));
  }

  private static Admission permit() {
    return CircuitBreaker.named("erp").build().admit();
  }

  @Test
  void setters_null_isRefusedByItsName() throws Exception {
    List<String> findings = new ArrayList<>();
    for (Object settings : SETTINGS) {
      for (Method method : settings.getClass().getDeclaredMethods()) {
        findings.addAll(findings(method, settings));
      }
    }
    for (Class<?> factory : FACTORIES) {
      for (Method method : factory.getDeclaredMethods()) {
        if (Modifier.isStatic(method.getModifiers())) {
          findings.addAll(findings(method, factory));
        }
      }
    }

    assertThat(new TreeSet<>(findings)).isEmpty();
  }

  @Test
  void policies_null_isRefusedByItsName() throws Exception {
    List<String> findings = new ArrayList<>();
    for (Object policy : POLICIES) {
      for (Method method : policy.getClass().getDeclaredMethods()) {
        if (!Modifier.isStatic(method.getModifiers())) {
          findings.addAll(findings(method, policy));
        }
      }
    }

    assertThat(new TreeSet<>(findings)).isEmpty();
  }

  @Test
  void settings_allOfThisModule_areCovered() throws IOException {
    List<String> known = SETTINGS.stream().map(one -> one.getClass().getSimpleName()).toList();

    try (Stream<Path> files = Files.walk(SOURCES)) {
      // SettingsTest looks at those of the circuit breaker.
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.endsWith("Config.java"))
          .isNotEmpty()
          .filteredOn(name -> !name.equals("CircuitBreakerConfig.java"))
          .allMatch(name -> known.contains(name.replace(".java", "")));
    }
  }

  private static List<String> findings(Method method, Object target) throws Exception {
    List<String> findings = new ArrayList<>();
    if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic() || isInherited(method)) {
      return findings;
    }
    Parameter[] parameters = method.getParameters();
    for (int index = 0; index < parameters.length; index++) {
      if (needsValue(parameters[index])) {
        String message = messageOf(method, target, index);
        if (!names(message, method) && !isIgnored(method, message)) {
          findings.add(method.toGenericString() + ", argument " + index + ": " + message);
        }
      }
    }
    return findings;
  }

  /** A gate is told more than it looks at. */
  private static boolean isIgnored(Method method, String message) {
    boolean ofGate =
        Arrays.stream(Gate.class.getMethods())
            .map(Method::getName)
            .anyMatch(method.getName()::equals);
    return ofGate && message.equals(ACCEPTED) && UNREAD.contains(method.getDeclaringClass());
  }

  private static boolean isInherited(Method method) {
    return Arrays.stream(Object.class.getDeclaredMethods())
        .map(Method::getName)
        .anyMatch(Predicate.isEqual(method.getName()));
  }

  private static boolean needsValue(Parameter parameter) {
    AnnotatedType type = parameter.getAnnotatedType();
    return !parameter.getType().isPrimitive()
        && !type.isAnnotationPresent(Nullable.class)
        && !(type instanceof AnnotatedTypeVariable variable && mayBeNull(variable));
  }

  private static boolean mayBeNull(AnnotatedTypeVariable variable) {
    return Arrays.stream(variable.getAnnotatedBounds())
        .anyMatch(bound -> bound.isAnnotationPresent(Nullable.class));
  }

  /** What comes out when one argument is null. */
  private static String messageOf(Method method, Object target, int missing) throws Exception {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int index = 0; index < types.length; index++) {
      if (index != missing) {
        arguments[index] = sample(types[index]);
      }
    }
    try {
      method.invoke(target, arguments);
      return ACCEPTED;
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof NullPointerException refusal
          ? String.valueOf(refusal.getMessage())
          : String.valueOf(e.getCause());
    }
  }

  private static Object sample(Class<?> type) {
    Object known = SAMPLES.get(type);
    if (known != null) {
      return known;
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type.isArray()) {
      return Array.newInstance(type.getComponentType(), 0);
    }
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> 1L);
  }

  /** Whether a message is the name of the method, or of one of its parameters. */
  private static boolean names(String message, Method method) throws IOException {
    if (message.equals(method.getName())) {
      return true;
    }
    Class<?> declaring = method.getDeclaringClass();
    Class<?> outer =
        declaring.getEnclosingClass() == null ? declaring : declaring.getEnclosingClass();
    String source = Files.readString(SOURCES.resolve(outer.getName().replace('.', '/') + ".java"));
    String parameter =
        "\\b" + method.getName() + "\\([^{;]*[ >.]" + Pattern.quote(message) + "[,)]";
    return Pattern.compile(parameter).matcher(source).find();
  }
}
