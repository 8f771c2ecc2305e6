// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private final VirtualTime time = new VirtualTime();
  private final Backlog backlog = new Backlog(time);

  private final Document acme1 = new Document(Customer.ACME, 1);
  private final Document acme2 = new Document(Customer.ACME, 2);
  private final Document globex1 = new Document(Customer.GLOBEX, 3);
  private final Document globex2 = new Document(Customer.GLOBEX, 4);

  @Test
  void take_ofTwoCustomers_takesTurns() throws InterruptedException {
    backlog.add(acme1);
    backlog.add(acme2);
    backlog.add(globex1);
    backlog.add(globex2);

    assertThat(backlog.take()).contains(globex1);
    assertThat(backlog.take()).contains(acme1);
    assertThat(backlog.take()).contains(globex2);
    assertThat(backlog.take()).contains(acme2);
  }

  @Test
  void giveBack_putsTheDocumentFirst() throws InterruptedException {
    backlog.add(acme2);
    backlog.giveBack(acme1);

    assertThat(backlog.take()).contains(acme1);
    assertThat(backlog.size(Customer.ACME)).isEqualTo(1);
  }

  @Test
  void hold_keepsOnlyThatCustomersDocuments() throws InterruptedException {
    backlog.add(acme1);
    backlog.add(globex1);
    backlog.add(globex2);
    backlog.hold(Customer.ACME, Duration.ofSeconds(1));

    assertThat(backlog.take()).contains(globex1);
    assertThat(backlog.take()).contains(globex2);
    time.advance(Duration.ofSeconds(1));
    assertThat(backlog.take()).contains(acme1);
  }

  @Test
  void release_endsAHold() throws InterruptedException {
    backlog.add(acme1);
    backlog.hold(Customer.ACME, Duration.ofDays(1));

    backlog.release(Customer.ACME);

    assertThat(backlog.take()).contains(acme1);
  }

  @Test
  void end_givesNoMoreDocuments() throws InterruptedException {
    backlog.add(acme1);

    backlog.end();

    assertThat(backlog.take()).isEmpty();
  }
}
