// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows each rule of {@link ArchitectureTest} failing on code that breaks it. */
class ArchitectureRulesTest {
  private static final String HTTP_TYPE = "package io.switchgear.http;\npublic class Profile {}";

  @TempDir private Path folder;

  private Snippets snippets;

  @BeforeEach
  void openFolder() {
    snippets = new Snippets(folder);
  }

  @Test
  void core_usingAnotherLibrary_fails() {
    JavaClasses classes =
        snippets.mainCode(
            "package io.switchgear.retry;\n"
                + "class Bad extends org.opentest4j.AssertionFailedError {}");

    assertFails(ArchitectureTest.CORE_NEEDS_ONLY_THE_JDK, classes, "AssertionFailedError");
  }

  @Test
  void feature_usingAnotherFeature_fails() {
    JavaClasses classes =
        snippets.mainCode(
            "package io.switchgear.bulkhead;\npublic class Bulkhead {}",
            "package io.switchgear.retry;\nclass Bad { io.switchgear.bulkhead.Bulkhead[] b; }");

    assertFails(ArchitectureTest.FEATURES_ARE_INDEPENDENT, classes, "Bulkhead");
  }

  @Test
  void feature_usingThePipeline_fails() {
    JavaClasses classes =
        snippets.mainCode(
            "package io.switchgear.pipeline;\npublic class Pipeline {}",
            "package io.switchgear.retry;\nclass Bad { io.switchgear.pipeline.Pipeline b; }");

    assertFails(ArchitectureTest.FEATURES_ARE_INDEPENDENT, classes, "Pipeline");
  }

  @Test
  void packages_usingEachOther_fail() {
    JavaClasses classes =
        snippets.mainCode(
            "package io.switchgear.core;\npublic class A { io.switchgear.retry.B b; }",
            "package io.switchgear.retry;\npublic class B { io.switchgear.core.A a; }");

    assertFails(ArchitectureTest.PACKAGES_HAVE_NO_CYCLES, classes, "io.switchgear.core.A");
  }

  @Test
  void module_usingOneAbove_fails() {
    JavaClasses classes =
        snippets.mainCode(
            HTTP_TYPE, "package io.switchgear.retry;\nclass Bad { io.switchgear.http.Profile p; }");

    assertFails(ArchitectureTest.MODULES_POINT_DOWN, classes, "Bad");
  }

  @Test
  void mainCode_usingTheTestkit_fails() {
    JavaClasses classes =
        snippets.mainCode(
            "package io.switchgear.testkit;\npublic class Fake {}",
            "package io.switchgear.http;\nclass Bad { io.switchgear.testkit.Fake fake; }");

    assertFails(ArchitectureTest.MODULES_POINT_DOWN, classes, "Bad");
  }

  @Test
  void module_usingInternalsOfAnother_fails() {
    JavaClasses classes =
        snippets.mainCode(
            "package io.switchgear.core.internal;\npublic class Ring {}",
            "package io.switchgear.http;\nclass Bad { io.switchgear.core.internal.Ring ring; }");

    assertFails(ArchitectureTest.INTERNALS_STAY_INSIDE, classes, "Ring");
  }

  @Test
  void realTime_fails() {
    String source =
        """
        package io.switchgear.retry;
        class Bad {
          long a = System.nanoTime();
          long b = System.currentTimeMillis();
          java.util.function.LongSupplier c = System::nanoTime;
          Object d = java.time.Instant.now();
          Object e = java.time.LocalDateTime.now();
          Object f = java.time.LocalDate.now(java.time.ZoneId.of("UTC"));
          Object g = java.time.Clock.systemUTC();
          Object h = java.time.Clock.tickMillis(java.time.ZoneOffset.UTC);
          Object i = java.time.InstantSource.system();
          Object j = new java.util.Date();
          Object k = new java.util.Timer();
          void l() throws Exception { Thread.sleep(1); }
          void m() throws Exception { java.util.concurrent.TimeUnit.SECONDS.sleep(1); }
          Object n = java.util.concurrent.Executors.newScheduledThreadPool(1);
          Object o = new java.util.concurrent.CompletableFuture<String>().orTimeout(1, null);
        }
        """;

    assertFailsInLines(
        ArchitectureTest.TIME_COMES_FROM_THE_TIME_SOURCE, snippets.mainCode(source), 3, 17);
    assertFailsInLines(
        ArchitectureTest.TIME_COMES_FROM_THE_TIME_SOURCE, snippets.testCode(source), 3, 17);
  }

  @Test
  void givenTime_passes() {
    JavaClasses classes =
        snippets.mainCode(
            """
            package io.switchgear.retry;
            class Good {
              Object now(java.time.Clock clock) { return java.time.Instant.now(clock); }
              Object ticks(java.time.Clock clock) {
                return java.time.Clock.tick(clock, java.time.Duration.ZERO);
              }
              Object date() { return new java.util.Date(0); }
              Object seeded() { return new java.util.Random(42); }
            }
            """);

    assertPasses(ArchitectureTest.TIME_COMES_FROM_THE_TIME_SOURCE, classes);
    assertPasses(ArchitectureTest.CHANCE_COMES_FROM_A_SEED, classes);
  }

  @Test
  void chance_fails() {
    String source =
        """
        package io.switchgear.retry;
        class Bad {
          Object a = Math.random();
          Object b = new java.util.Random();
          java.util.function.Supplier<Object> c = java.util.Random::new;
          Object d = new java.util.SplittableRandom();
          Object e = new java.security.SecureRandom();
          Object f = java.util.concurrent.ThreadLocalRandom.current();
          Object g = java.util.UUID.randomUUID();
          void h(java.util.List<?> list) { java.util.Collections.shuffle(list); }
        }
        """;

    assertFailsInLines(ArchitectureTest.CHANCE_COMES_FROM_A_SEED, snippets.mainCode(source), 3, 10);
  }

  @Test
  void door_readsRealTime_passes() {
    JavaClasses classes =
        snippets.mainCode(
            """
            package io.switchgear.core;
            class SystemTimeSource {
              static class Nested { long x = System.nanoTime(); }
            }
            """,
            "package io.switchgear.core;\nclass SystemTimeSourceLike {}");

    assertPasses(ArchitectureTest.TIME_COMES_FROM_THE_TIME_SOURCE, classes);
  }

  @Test
  void package_withoutNullMarked_fails() {
    JavaClasses marked =
        snippets.mainCode(
            "@org.jspecify.annotations.NullMarked\npackage io.switchgear.retry;",
            "package io.switchgear.retry;\nclass Good {}");
    assertPasses(ArchitectureTest.PACKAGES_ARE_NULL_MARKED, marked);

    JavaClasses bare = snippets.mainCode("package io.switchgear.bulkhead;\nclass Bad {}");
    assertFails(ArchitectureTest.PACKAGES_ARE_NULL_MARKED, bare, "Bad");
  }

  @Test
  void printing_outsidePrograms_fails() {
    String source =
        """
        package io.switchgear.http;
        class Bad {
          void a() { System.out.println(); }
          void b() { System.err.println(); }
          void c(Exception e) { e.printStackTrace(); }
        }
        """;

    assertFailsInLines(ArchitectureTest.ONLY_PROGRAMS_PRINT, snippets.mainCode(source), 3, 5);
  }

  @Test
  void printing_inTheCommand_passes() {
    JavaClasses classes =
        snippets.mainCode(
            "package io.switchgear.cli;\nclass Good { void x() { System.out.println(); } }",
            "package io.switchgear.http;\nclass Silent {}");

    assertPasses(ArchitectureTest.ONLY_PROGRAMS_PRINT, classes);
  }

  @Test
  void test_withNameThatNoRunnerTakes_fails() {
    JavaClasses classes =
        snippets.testCode(
            "package io.switchgear.http;\nclass Tests { @org.junit.jupiter.api.Test void x() {} }");

    assertFails(ArchitectureTest.TESTS_ARE_RUN, classes, "Tests");
  }

  @Test
  void test_nestedInAnother_passes() {
    JavaClasses classes =
        snippets.testCode(
            """
            package io.switchgear.http;
            class SomeTest {
              @org.junit.jupiter.api.Nested
              class WhenOpen { @org.junit.jupiter.api.Test void x() {} }
            }
            """);

    assertPasses(ArchitectureTest.TESTS_ARE_RUN, classes);
  }

  @Test
  void test_public_fails() {
    JavaClasses classes =
        snippets.testCode(
            "package io.switchgear.http;\n"
                + "public class ATest { @org.junit.jupiter.api.Test void x() {} }");

    assertFails(ArchitectureTest.TESTS_ARE_PACKAGE_PRIVATE, classes, "ATest");
  }

  private static void assertFails(ArchRule rule, JavaClasses classes, String culprit) {
    assertThat(rule.evaluate(classes).getFailureReport().getDetails())
        .isNotEmpty()
        .anyMatch(detail -> detail.contains(culprit));
  }

  /** Each line from the first to the last must break the rule. */
  private static void assertFailsInLines(ArchRule rule, JavaClasses classes, int first, int last) {
    List<String> details = rule.evaluate(classes).getFailureReport().getDetails();
    for (int line = first; line <= last; line++) {
      String place = "(Bad.java:" + line + ")";
      assertThat(details).anyMatch(detail -> detail.contains(place));
    }
  }

  private static void assertPasses(ArchRule rule, JavaClasses classes) {
    assertThat(rule.evaluate(classes).getFailureReport().getDetails()).isEmpty();
  }
}
