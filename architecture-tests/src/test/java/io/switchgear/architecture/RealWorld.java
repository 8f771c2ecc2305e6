// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The members of the JDK that bring in time or chance from outside, so that a run cannot be
 * repeated. A timed wait for another thread is not among them: it bounds a wait, and decides
 * nothing.
 */
final class RealWorld {
  /** The types that may use them, nested types included, each with its reason. */
  static final Map<String, String> ALLOWED =
      Map.of(
          "io.switchgear.core.SystemRandomSource", "It is the one door to chance.",
          "io.switchgear.core.SystemTimeSource", "It is the one door to the machine's clocks.");

  private static final String CONSTRUCTOR = "<init>";

  private static final Map<String, Set<String>> TIME =
      Map.of(
          "java.lang.System", Set.of("currentTimeMillis", "nanoTime"),
          "java.lang.Thread", Set.of("sleep"),
          "java.time.InstantSource", Set.of("system"),
          "java.util.Calendar", Set.of("getInstance"),
          "java.util.Timer", Set.of(CONSTRUCTOR),
          "java.util.concurrent.CompletableFuture",
              Set.of("completeOnTimeout", "delayedExecutor", "orTimeout"),
          "java.util.concurrent.Executors",
              Set.of("newScheduledThreadPool", "newSingleThreadScheduledExecutor"),
          "java.util.concurrent.ScheduledThreadPoolExecutor", Set.of(CONSTRUCTOR),
          "java.util.concurrent.TimeUnit", Set.of("sleep"));

  private static final Map<String, Set<String>> CHANCE =
      Map.of(
          "java.lang.Math", Set.of("random"),
          "java.lang.StrictMath", Set.of("random"),
          "java.security.SecureRandom", Set.of(CONSTRUCTOR, "getInstance", "getInstanceStrong"),
          "java.util.UUID", Set.of("randomUUID"),
          "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
          "java.util.random.RandomGenerator", Set.of("getDefault", "of"));

  private static final String CLOCK = Clock.class.getName();

  private RealWorld() {}

  static boolean isAllowed(JavaClass type) {
    return ALLOWED.keySet().stream()
        .anyMatch(name -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
  }

  static boolean isTime(JavaAccess<?> access) {
    AccessTarget target = access.getTarget();
    return isIn(TIME, target)
        || (isNow(target) && !parameters(target).contains(CLOCK))
        || (isClockOfSystem(target) && !parameters(target).contains(CLOCK))
        || isConstructorWithoutSeed(target, Set.of("java.util.Date"));
  }

  static boolean isChance(JavaAccess<?> access) {
    AccessTarget target = access.getTarget();
    return isIn(CHANCE, target)
        || (target.getFullName().startsWith("java.util.Collections.shuffle(")
            && parameters(target).size() == 1)
        || isConstructorWithoutSeed(
            target, Set.of("java.util.Random", "java.util.SplittableRandom"));
  }

  private static boolean isIn(Map<String, Set<String>> members, AccessTarget target) {
    return members.getOrDefault(target.getOwner().getName(), Set.of()).contains(target.getName());
  }

  private static boolean isNow(AccessTarget target) {
    return target.getOwner().getPackageName().startsWith("java.time")
        && target.getName().equals("now");
  }

  private static boolean isClockOfSystem(AccessTarget target) {
    return target.getOwner().getName().equals(CLOCK)
        && (target.getName().startsWith("system") || target.getName().startsWith("tick"));
  }

  private static boolean isConstructorWithoutSeed(AccessTarget target, Set<String> owners) {
    return owners.contains(target.getOwner().getName())
        && target.getName().equals(CONSTRUCTOR)
        && parameters(target).isEmpty();
  }

  private static List<String> parameters(AccessTarget target) {
    return target instanceof CodeUnitAccessTarget codeUnit
        ? codeUnit.getRawParameterTypes().stream().map(JavaClass::getName).toList()
        : List.of();
  }
}
