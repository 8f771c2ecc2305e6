// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.http.HttpVerdicts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the sections that both a dependency and its operations may have. */
final class PoliciesReader {
  static final Key<Section> TIMEOUT =
      Key.of("timeout", TimeoutReader.SECTION, "how long the parts of a call may take")
          .standardWords("as below");

  static final Key<Section> BREAKER =
      Key.of(
              "breaker",
              BreakerReader.SECTION,
              "when calls stop, and how they begin again; there is always a breaker")
          .standardWords("as below");

  static final Key<Optional<Section>> RETRY =
      Key.of("retry", Kinds.sectionOrNone(RetryReader.SECTION), "when a call is made again")
          .standard("none");

  static final Key<Optional<Section>> HEDGE =
      Key.of(
              "hedge",
              Kinds.sectionOrNone(HedgeReader.SECTION),
              "when a second attempt is made while the first one still runs")
          .standard("none");

  private final Section section;
  private final HttpVerdicts verdicts;
  private final CircuitBreakerConfig plain;

  /**
   * A reader.
   *
   * @param section the dependency or operation
   * @param verdicts how its calls are read
   * @param plain the breaker without the settings of any section, named after what is read
   */
  PoliciesReader(Section section, HttpVerdicts verdicts, CircuitBreakerConfig plain) {
    this.section = section;
    this.verdicts = verdicts;
    this.plain = plain;
  }

  /**
   * What the sections say. One that is there takes the place of the one that holds otherwise as a
   * whole, but for the timeout, of which each key stands for itself.
   */
  CallPolicies read(CallPolicies otherwise) {
    return new CallPolicies(
        section.get(BREAKER).map(this::circuit).orElse(otherwise.circuit()),
        section
            .get(TIMEOUT)
            .map(it -> TimeoutReader.read(it, otherwise.timeout()))
            .orElse(otherwise.timeout()),
        retry(otherwise.retry()),
        hedge(otherwise.hedge()));
  }

  private CircuitPolicy circuit(Section breaker) {
    return new CircuitPolicy(
        BreakerReader.read(breaker, plain),
        BreakerReader.records(breaker),
        BreakerReader.healthProbe(breaker).orElse(null));
  }

  private @Nullable RequestRetryConfig retry(@Nullable RequestRetryConfig otherwise) {
    Optional<Optional<Section>> retry = section.get(RETRY);
    return retry.isEmpty()
        ? otherwise
        : retry.get().map(it -> RetryReader.read(it, plain.name(), verdicts)).orElse(null);
  }

  private @Nullable RequestHedgeConfig hedge(@Nullable RequestHedgeConfig otherwise) {
    Optional<Optional<Section>> hedge = section.get(HEDGE);
    return hedge.isEmpty()
        ? otherwise
        : hedge.get().map(it -> HedgeReader.read(it, plain.name(), verdicts)).orElse(null);
  }
}
