// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Throttled;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The file that newcomers read first says what its comments say. */
class ExampleConfigTest {
  private static final Path FILE = Path.of("../examples/invoice-pipeline/switchgear.yaml");

  @Test
  void load_invoicePipeline_protectsTheErpByKey() {
    SwitchgearConfig config = SwitchgearConfig.load(FILE);

    assertThat(config.listen()).hasToString("0.0.0.0/<unresolved>:8080");
    assertThat(config.admin()).hasToString("127.0.0.1/<unresolved>:9090");
    assertThat(config.dependencies().keySet()).containsExactly("erp", "ocr", "classify");
    DependencyConfig erp = Objects.requireNonNull(config.dependencies().get("erp"));
    assertThat(erp.url()).hasToString("http://127.0.0.1:8081");
    assertThat(erp.key()).contains(new KeySource.Header("X-Api-Key"));
    assertThat(erp.throttled()).isEqualTo(Throttled.TRIP);
    assertThat(erp.breaker().tripRules()).hasToString("[5 consecutive failures]");
    assertThat(erp.breaker().coolDown().first()).isEqualTo(Duration.ofSeconds(30));
    assertThat(erp.breaker().trialCalls()).isEqualTo(1);
    assertThat(erp.bulkhead().orElseThrow().maxConcurrent()).isEqualTo(16);
    assertThat(erp.bulkhead().orElseThrow().maxQueued()).isEqualTo(100);
  }

  @Test
  void load_invoicePipeline_leavesTheDefaultsToItsOwnServices() {
    DependencyConfig ocr =
        Objects.requireNonNull(SwitchgearConfig.load(FILE).dependencies().get("ocr"));

    assertThat(ocr.url()).hasToString("http://127.0.0.1:8082");
    assertThat(ocr.key()).isEmpty();
    assertThat(ocr.throttled()).isEqualTo(Throttled.PACE);
    assertThat(ocr.breaker().tripRules()).hasToString("[5 consecutive failures]");
    assertThat(ocr.breaker().coolDown().first()).isEqualTo(Duration.ofSeconds(30));
    assertThat(ocr.bulkhead()).isEmpty();
  }
}
