// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The facts of the story that the demo tells, five times as fast. */
class PlayIT {
  private static final DemoPlan PLAN = DemoPlan.atSpeed(5);

  @Test
  void run_toItsEnd_tellsTheStory() throws InterruptedException {
    List<Moment> moments = new ArrayList<>();
    Summary summary;
    try (Play play = Play.prepare(PLAN, TimeSource.system())) {
      play.warmUp(new StopSignal());
      summary = play.run(new StopSignal(), moments::add).orElseThrow();
    }

    assertOpensSoonAndTriesOnceInEachCoolDown(summary.circuit());
    assertOtherKeyGoesOn(summary);
    assertRecovers(summary);
    assertThat(moments)
        .anyMatch(moment -> moment.act() == Moment.Act.CUT && moment.acme().isOpen())
        .allMatch(moment -> !moment.circuit(Customer.GLOBEX).isOpen());
  }

  private static void assertOpensSoonAndTriesOnceInEachCoolDown(Summary.CircuitResult circuit) {
    assertThat(circuit.tripTime()).isPositive().isLessThan(Duration.ofSeconds(2));
    assertThat(circuit.opened()).isEqualTo(1);
    assertThat(circuit.closed()).isEqualTo(1);
    assertThat(circuit.trials()).isGreaterThanOrEqualTo(2);
    assertThat(circuit.trialNanos()).hasSize((int) circuit.trials());
    for (int i = 1; i < circuit.trialNanos().size(); i++) {
      // A call may be on its way for a while before the gateway decides about it.
      long apartNanos = circuit.trialNanos().get(i) - circuit.trialNanos().get(i - 1);
      assertThat(Duration.ofNanos(apartNanos))
          .isGreaterThan(PLAN.coolDown().multipliedBy(8).dividedBy(10));
    }
  }

  private static void assertOtherKeyGoesOn(Summary summary) {
    Tally with = summary.with().tally();
    Tally without = summary.without().tally();
    assertThat(without.longestWait(Customer.GLOBEX)).isGreaterThan(PLAN.coolDown());
    assertThat(with.longestWait(Customer.GLOBEX)).isLessThan(PLAN.coolDown());
    assertThat(summary.without().meter().stuck()).isGreaterThan(PLAN.coolDown());
    assertThat(summary.with().meter().stuck()).isZero();
  }

  private static void assertRecovers(Summary summary) {
    assertThat(summary.with().meter().fullSpeedAfterLift()).isPresent();
    assertThat(summary.with().meter().fullSpeedAfterLift().orElseThrow())
        .isLessThan(PLAN.coolDown().plus(Duration.ofSeconds(2)));
    Tally tally = summary.with().tally();
    long counted = tally.count(Reply.Kind.POSTED) + tally.count(Reply.Kind.THROTTLED);
    assertThat(summary.with().received()).isEqualTo(counted);
    assertThat(tally.count(Reply.Kind.FAILED)).isZero();
  }

  @Test
  void run_stopped_endsWithoutASummary() throws InterruptedException {
    var stop = new StopSignal();
    stop.request();

    try (Play play = Play.prepare(PLAN, TimeSource.system())) {
      Optional<Summary> summary = play.run(stop, moment -> {});

      assertThat(summary).isEmpty();
    }
  }
}
