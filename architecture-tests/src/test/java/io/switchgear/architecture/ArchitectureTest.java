// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules about the structure of all modules; {@link ArchitectureRulesTest} shows each failing.
 */
@AnalyzeClasses(
    locations = ArchitectureTest.AllModules.class,
    importOptions = ArchitectureTest.WithoutCopies.class)
class ArchitectureTest {
  private static final DescribedPredicate<JavaClass> MAIN_CODE =
      describe("are main code", type -> !Module.isTest(type));

  private static final DescribedPredicate<JavaClass> CORE =
      describe("are main code of core", type -> inCore(type) && !Module.isTest(type));

  /** What the features share is below them, and what puts them together above. */
  private static final Set<String> NO_FEATURES = Set.of("core", "pipeline");

  private static final DescribedPredicate<JavaClass> FEATURES_OF_CORE =
      CORE.and(describe("are in a feature", type -> !NO_FEATURES.contains(Module.feature(type))));

  private static final DescribedPredicate<JavaClass> HOLD_TESTS =
      describe("hold tests", ArchitectureTest::holdsTests);

  @ArchTest
  static final ArchRule CORE_NEEDS_ONLY_THE_JDK =
      classes()
          .that(CORE)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "org.jspecify..")
                  .or(describe("are in core", ArchitectureTest::inCore)))
          .because("its users get no other library with it")
          .allowEmptyShould(false);

  @ArchTest
  static final ArchRule FEATURES_ARE_INDEPENDENT =
      classes()
          .that(FEATURES_OF_CORE)
          .should(Conditions.useNoOtherFeature())
          .because("each policy is usable, and readable, without the others")
          .allowEmptyShould(false);

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().assignedFrom(new MainPackages()).should().beFreeOfCycles().allowEmptyShould(false);

  @ArchTest
  static final ArchRule MODULES_POINT_DOWN =
      classes().should(Conditions.useModulesBelow()).allowEmptyShould(false);

  @ArchTest
  static final ArchRule INTERNALS_STAY_INSIDE =
      classes().should(Conditions.useInternalsOfTheirOwnModule()).allowEmptyShould(false);

  @ArchTest
  static final ArchRule TIME_COMES_FROM_THE_TIME_SOURCE =
      noClasses()
          .that(describe("are not a door to it", type -> !RealWorld.isAllowed(type)))
          .should()
          .accessTargetWhere(
              DescribedPredicate.<JavaAccess<?>>describe("reads real time", RealWorld::isTime))
          .because("simulator, tests and production run the same code, in tests on virtual time")
          .allowEmptyShould(false);

  @ArchTest
  static final ArchRule CHANCE_COMES_FROM_A_SEED =
      noClasses()
          .that(describe("are not a door to it", type -> !RealWorld.isAllowed(type)))
          .should()
          .accessTargetWhere(
              DescribedPredicate.<JavaAccess<?>>describe("draws by chance", RealWorld::isChance))
          .because("a failure must be repeatable from its seed")
          .allowEmptyShould(false);

  @ArchTest
  static final ArchRule PACKAGES_ARE_NULL_MARKED =
      classes().should(Conditions.beInNullMarkedPackage()).allowEmptyShould(false);

  @ArchTest
  static final ArchRule ONLY_PROGRAMS_PRINT =
      noClasses()
          .that(MAIN_CODE)
          .and(resideInAPackage("io.switchgear.cli..").negate())
          .and(resideInAPackage("io.switchgear.examples..").negate())
          .and(resideInAPackage("io.switchgear.benchmarks..").negate())
          .should()
          .accessTargetWhere(
              DescribedPredicate.<JavaAccess<?>>describe("prints", ArchitectureTest::prints))
          .because("a library logs, and lets its user decide where to")
          .allowEmptyShould(false);

  @ArchTest
  static final ArchRule TESTS_ARE_RUN =
      classes().that(HOLD_TESTS).should(Conditions.haveNameThatMavenRuns()).allowEmptyShould(false);

  @ArchTest
  static final ArchRule TESTS_ARE_PACKAGE_PRIVATE =
      classes().that(HOLD_TESTS).should().notBePublic().allowEmptyShould(false);

  private ArchitectureTest() {}

  private static boolean inCore(JavaClass type) {
    return Module.isOurs(type) && Module.of(type) == Module.CORE;
  }

  private static boolean holdsTests(JavaClass type) {
    return Module.isTest(type)
        && !type.isInterface()
        && !type.getModifiers().contains(JavaModifier.ABSTRACT)
        && type.getMembers().stream()
            .anyMatch(
                member ->
                    member.isMetaAnnotatedWith("org.junit.platform.commons.annotation.Testable")
                        || member.isAnnotatedWith(ArchTest.class));
  }

  private static boolean prints(JavaAccess<?> access) {
    String owner = access.getTarget().getOwner().getName();
    String name = access.getTarget().getName();
    return (owner.equals("java.lang.System") && Set.of("out", "err").contains(name))
        || name.equals("printStackTrace");
  }

  /** The classes of every module, main and test. */
  static final class AllModules implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      return Repository.classFolders().stream().map(Location::of).collect(Collectors.toSet());
    }
  }

  /** The tests of core compile the testkit once more; its module has the classes that count. */
  static final class WithoutCopies implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/core/target/test-classes/io/switchgear/testkit/")
          && !location.contains("/jmh_generated/")
          && !location.contains("_jcstress");
    }
  }

  /**
   * One slice for each package, with an internal package as the hidden part of the one around it.
   * Tests are left out, for they may use what uses their package.
   */
  private static final class MainPackages implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return Module.isOurs(type) && !Module.isTest(type)
          ? SliceIdentifier.of(type.getPackageName().replace(".internal", ""))
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of main code";
    }
  }
}
