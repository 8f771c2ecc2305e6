// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.http.ResponseHead;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.retry.Retry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the pages show compiles, loads, and is where they say. */
class DocumentationTest {
  private static final Pattern FENCE =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");

  @Test
  void javaBlocks_areCodeThatCompiles() throws IOException {
    List<String> compiled = new ArrayList<>();
    for (Path file : Repository.files(DocumentationTest::isDocumentedCode)) {
      compiled.add(squeezed(Files.readString(file)));
    }

    List<Block> blocks = blocks("java");

    assertThat(blocks).isNotEmpty();
    assertThat(blocks)
        .as("Java that no compiler has read: put it into a class Documented…")
        .allMatch(
            block -> compiled.stream().anyMatch(code -> code.contains(squeezed(block.text()))));
  }

  @Test
  void codeThatAsserts_holds() {
    DocumentedCode.breakerGuideTest(CircuitBreaker.named("erp"));
    DocumentedBulkhead.test();
    DocumentedCache.test();
    DocumentedRateLimits.limiterTest();
    DocumentedRateLimits.pacerTest();
    DocumentedTimeout.test();
    DocumentedHedging.test();
    DocumentedHttpProfiles.test(
        DocumentedHttpProfiles.own(), ResponseHead.of(FakeResponse.of(429)));
    DocumentedPipeline.test(
        Pipeline.<String>named("rates")
            .fallback(() -> "table")
            .retry(DocumentedCheckout.thrice())
            .timeout(ofSeconds(2)));
    DocumentedFallback.test(
        Pipeline.<String>named("openai")
            .circuitBreaker(CircuitBreaker.tripOn(TripRule.auto()))
            .build(),
        Pipeline.<String>named("anthropic").build());
    DocumentedFallback.noneTest(DocumentedFallback.none());
    AtomicInteger attempts = new AtomicInteger();
    DocumentedRetry.test(
        Retry.named("erp"),
        () ->
            attempts.incrementAndGet() < 3
                ? CompletableFuture.failedFuture(new IOException("failed on purpose"))
                : CompletableFuture.completedFuture("ok"));
  }

  @Test
  void yamlBlocks_thatAreWholeFiles_load() throws IOException {
    List<Block> files =
        blocks("yaml").stream().filter(block -> block.text().startsWith("version:")).toList();

    assertThat(files).isNotEmpty();
    for (Block file : files) {
      assertThatCode(() -> SwitchgearConfig.parse(file.page(), file.text()))
          .as("the configuration in %s", file.page())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void links_toFilesOfThisRepository_leadSomewhere() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        boolean inside = URI.create(link.group(1)).getScheme() == null;
        if (inside && !Files.exists(page.resolveSibling(link.group(1)))) {
          dead.add(Repository.relative(page) + ": " + link.group(1));
        }
      }
    }

    assertThat(dead).isEmpty();
  }

  @Test
  void readme_isShort() throws IOException {
    assertThat(Files.readAllLines(Repository.ROOT.resolve("README.md")))
        .hasSizeLessThanOrEqualTo(150);
    assertThat(Files.readAllLines(Repository.ROOT.resolve("CONTRIBUTING.md")))
        .hasSizeLessThanOrEqualTo(120);
  }

  private static boolean isDocumentedCode(Path file) {
    return file.getFileName().toString().matches("Documented\\w+\\.java");
  }

  private static List<Path> pages() {
    return Repository.files(file -> file.toString().endsWith(".md"));
  }

  private static List<Block> blocks(String language) throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path page : pages()) {
      Matcher fence = FENCE.matcher(Files.readString(page));
      while (fence.find()) {
        if (fence.group(1).equals(language)) {
          blocks.add(new Block(Repository.relative(page), fence.group(2)));
        }
      }
    }
    return blocks;
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  /** A block of code in a page. */
  private record Block(String page, String text) {}
}
