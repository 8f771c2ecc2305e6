// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** What {@link ArchitectureTest} demands of a class, where ArchUnit has no words for it. */
final class Conditions {
  private static final Pattern INTERNAL = Pattern.compile("\\.internal(\\.|$)");

  /** The suffixes that tell Maven which runner runs a test class. */
  private static final Pattern NAME_OF_A_TEST = Pattern.compile(".*(Test|Properties|IT)");

  private Conditions() {}

  static ArchCondition<JavaClass> useModulesBelow() {
    return dependWhere(
        "use only the modules below their own",
        (from, to) -> Module.of(from).mayUse(Module.of(to), Module.isTest(from)));
  }

  static ArchCondition<JavaClass> useNoOtherFeature() {
    return dependWhere(
        "use no feature but their own",
        (from, to) -> {
          String feature = Module.feature(to);
          return feature.equals("core") || feature.equals(Module.feature(from));
        });
  }

  static ArchCondition<JavaClass> useInternalsOfTheirOwnModule() {
    return dependWhere(
        "use no internal package of another module",
        (from, to) ->
            !INTERNAL.matcher(to.getPackageName()).find() || Module.of(from) == Module.of(to));
  }

  static ArchCondition<JavaClass> beInNullMarkedPackage() {
    return satisfy(
        "be in a package whose package-info is @NullMarked",
        type -> type.getPackage().isAnnotatedWith(NullMarked.class));
  }

  static ArchCondition<JavaClass> haveNameThatMavenRuns() {
    return satisfy(
        "have a name ending in Test, Properties or IT, else no runner takes them",
        type -> NAME_OF_A_TEST.matcher(outermost(type).getSimpleName()).matches());
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(Conditions::outermost).orElse(type);
  }

  private static ArchCondition<JavaClass> dependWhere(
      String description, BiPredicate<JavaClass, JavaClass> allowed) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass().getBaseComponentType();
          if (Module.isOurs(target) && !allowed.test(type, target)) {
            events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
          }
        }
      }
    };
  }

  private static ArchCondition<JavaClass> satisfy(
      String description, Predicate<JavaClass> condition) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        if (!condition.test(type)) {
          String message = type.getDescription() + " does not " + description;
          events.add(SimpleConditionEvent.violated(type, message));
        }
      }
    };
  }
}
