// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ScannerTest {
  private final VirtualTime time = new VirtualTime();

  @Test
  void documents_overATime_comeEvenly() {
    Backlog backlog = new Backlog(time, 100);
    new Scanner(backlog, time, 40, ofSeconds(10)).start();

    assertThat(backlog.counts().due()).isZero();
    time.advance(ofSeconds(5));
    assertThat(backlog.counts().due()).isEqualTo(20);
    time.advance(ofSeconds(10));
    assertThat(backlog.counts().due()).isEqualTo(40);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void documents_overNoTime_comeAtOnce() {
    Backlog backlog = new Backlog(time, 100);

    new Scanner(backlog, time, 40, ZERO).start();

    assertThat(backlog.counts().due()).isEqualTo(40);
  }

  @Test
  void documents_withoutAPlace_waitForOne() throws InterruptedException {
    Backlog backlog = new Backlog(time, 1);
    new Scanner(backlog, time, 2, ZERO).start();
    int first = backlog.take().number();

    time.advance(ofSeconds(1));
    int whileFull = backlog.counts().due();
    backlog.finish();
    time.advance(ofMillis(20));

    assertThat(first).isEqualTo(1);
    assertThat(whileFull).isZero();
    assertThat(backlog.take().number()).isEqualTo(2);
  }

  @Test
  void documents_ofFourteen_areOneOfEachSmallCustomer() {
    assertThat(Document.scanned(19).customer()).isEqualTo(Customer.GLOBEX);
    assertThat(Document.scanned(26).customer()).isEqualTo(Customer.INITECH);
    assertThat(Document.scanned(28).customer()).isEqualTo(Customer.ACME);
  }
}
