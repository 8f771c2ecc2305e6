// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The policies of a pipeline that learn from results are told of all of them. */
@Timeout(60)
class LearningPoliciesTest {
  private final VirtualTime time = new VirtualTime();
  private final Script script = new Script(time);
  private final AdaptivePacer pacer =
      AdaptivePacer.named("erp", 600, ofMinutes(1)).time(time).build();
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(2).time(time).build();
  private final AdaptiveConcurrency concurrency =
      AdaptiveConcurrency.aimd(bulkhead, 1, 8, ofSeconds(5));
  private final PipelineConfig<String> erp =
      Pipeline.<String>named("erp")
          .time(time)
          .verdicts((result, error) -> Assessment.of(read(result, error)))
          .bulkhead(concurrency)
          .pacer(pacer);

  static List<Way> ways() {
    return Way.all();
  }

  private static Verdict read(@Nullable String result, @Nullable Throwable error) {
    if (error != null) {
      return Verdict.FAILURE;
    }
    return "too many requests".equals(result) ? Verdict.THROTTLED : Verdict.SUCCESS;
  }

  private void callFor(Way way, int seconds) throws Exception {
    Pipeline<String> pipeline = erp.build();
    for (int call = 0; call < 5 * seconds; call++) {
      var unused = way.execute(pipeline, CallOptions.none(), script, time);
      time.advance(ofMillis(200));
    }
    assertThat(bulkhead.inUse()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void pacer_throttledResults_paceGoesDown(Way way) throws Exception {
    script.returns("too many requests");

    callFor(way, 3);

    assertThat(pacer.permits()).isLessThan(600);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void pacer_successes_paceStays(Way way) throws Exception {
    script.returns("ok");

    callFor(way, 3);

    assertThat(pacer.permits()).isEqualTo(600);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void adaptiveConcurrency_failures_sizeGoesDown(Way way) throws Exception {
    script.fails(new IOException("reset"));

    callFor(way, 5);

    assertThat(concurrency.limit()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void adaptiveConcurrency_throttledResults_sizeGoesDown(Way way) throws Exception {
    script.returns("too many requests");

    callFor(way, 5);

    assertThat(concurrency.limit()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void adaptiveConcurrency_successes_sizeGoesUp(Way way) throws Exception {
    script.returns("ok");

    callFor(way, 5);

    assertThat(concurrency.limit()).isGreaterThan(2);
  }
}
