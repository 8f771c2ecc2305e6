// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LaneMeterTest {
  private static final DemoPlan PLAN = DemoPlan.atSpeed(1);

  private final VirtualTime time = new VirtualTime();
  private final Tally tally = new Tally();
  private final LaneMeter meter =
      new LaneMeter(new Lane(PLAN, time, new Backlog(time), tally), PLAN);

  @Test
  void tick_eachHalfSecond_measuresTheLastSecond() {
    post(10);
    meter.tick(Duration.ofMillis(500));
    post(20);
    meter.tick(Duration.ofSeconds(1));
    post(30);

    LaneMoment moment = meter.tick(Duration.ofMillis(1_500));

    assertThat(moment.perSecond().acmePosted()).isEqualTo(50);
    assertThat(moment.history()).containsExactly(30L);
  }

  @Test
  void fullSpeed_beforeTheLimitIsBack_doesNotCount() {
    post(1_000);
    meter.tick(PLAN.liftAfter());

    assertThat(meter.fullSpeedAfterLift()).isEmpty();

    post(1_000);
    meter.tick(PLAN.liftAfter().plusMillis(700));

    assertThat(meter.fullSpeedAfterLift()).contains(Duration.ofMillis(700));
  }

  private void post(int count) {
    for (int i = 0; i < count; i++) {
      tally.count(new Document(Customer.ACME, 0), Reply.Kind.POSTED, 0);
    }
  }
}
