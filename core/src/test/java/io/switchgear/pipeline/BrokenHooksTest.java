// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hooks that are broken lose neither a permit nor the call's own error. */
@Timeout(60)
class BrokenHooksTest {
  private final VirtualTime time = new VirtualTime();
  private final Script script = new Script(time);
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);

  static List<Way> ways() {
    return Way.all();
  }

  private Outcome<String> execute(Way way, PipelineConfig<String> config) throws Exception {
    return way.execute(config.build(), CallOptions.none(), script, time);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void chance_thatThrowsWhenTheCircuitOpens_keepsTheCallsErrorAndOpensIt(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    var settings =
        tripOn(consecutiveFailures(1)).coolDown(CoolDown.fixed(ofSeconds(1)).jitter(0.5));

    Pipeline<String> pipeline =
        erp.random(
                () -> {
                  throw new IllegalStateException("no chance");
                })
            .circuitBreaker(settings)
            .bulkhead(bulkhead)
            .build();

    Outcome<String> outcome = way.execute(pipeline, CallOptions.none(), script, time);

    assertThat(outcome.error()).containsSame(error);
    assertThat(error.getSuppressed()).isEmpty();
    assertThat(pipeline.circuitBreaker().orElseThrow().state()).isEqualTo(CircuitState.OPEN);
    assertThat(bulkhead.inUse()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void verdicts_thatGiveNothing_loseNoPlace(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    // A map without the key is a null that no compiler sees.
    Map<String, Assessment> none = Map.of();

    Outcome<String> outcome =
        execute(
            way,
            erp.verdicts((result, failure) -> nothing(none))
                .circuitBreaker(tripOn(consecutiveFailures(1)))
                .bulkhead(bulkhead));

    assertThat(outcome.error()).containsSame(error);
    assertThat(bulkhead.inUse()).isZero();
  }

  @SuppressWarnings("NullAway") // What careless verdicts may give.
  private static Assessment nothing(Map<String, Assessment> none) {
    return none.get("no such key");
  }
}
