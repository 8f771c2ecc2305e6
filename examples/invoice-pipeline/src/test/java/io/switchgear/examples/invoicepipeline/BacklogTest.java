// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static io.switchgear.examples.invoicepipeline.Customer.ACME;
import static io.switchgear.examples.invoicepipeline.Customer.GLOBEX;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.examples.invoicepipeline.Backlog.Counts;
import io.switchgear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class BacklogTest {
  private final VirtualTime time = new VirtualTime();
  private final Backlog backlog = new Backlog(time, 4);

  @Test
  void take_ofOneCustomer_givesTheOldestFirst() throws InterruptedException {
    Document first = document(1, ACME);
    Document second = document(2, ACME);
    backlog.offer(first);
    backlog.offer(second);
    Document taken = backlog.take();
    backlog.putBack(taken, ofSeconds(0));
    time.advance(ofSeconds(0));

    assertThat(takeAll()).containsExactly(first, second);
  }

  @Test
  void take_ofSeveralCustomers_letsThemTakeTurns() throws InterruptedException {
    backlog.offer(document(1, ACME));
    backlog.offer(document(2, ACME));
    backlog.offer(document(3, ACME));
    backlog.offer(document(4, GLOBEX));

    assertThat(takeAll()).extracting(Document::number).containsExactly(1, 4, 2, 3);
  }

  @Test
  void putBack_beforeItsTime_isNotDue() throws InterruptedException {
    backlog.offer(document(1, ACME));
    backlog.putBack(backlog.take(), ofSeconds(30));

    time.advance(ofMillis(29_999));
    Counts before = backlog.counts();
    time.advance(ofMillis(1));
    Counts after = backlog.counts();

    assertThat(before).isEqualTo(new Counts(0, 1));
    assertThat(after).isEqualTo(new Counts(1, 0));
    assertThat(backlog.take().number()).isEqualTo(1);
  }

  @Test
  void offer_whenFull_isRefusedUntilADocumentIsFinished() throws InterruptedException {
    for (int number = 1; number <= 4; number++) {
      assertThat(backlog.offer(document(number, ACME))).isTrue();
    }
    Document inWork = backlog.take();

    boolean whileInWork = backlog.offer(document(5, ACME));
    backlog.putBack(inWork, ofSeconds(1));
    boolean whilePutBack = backlog.offer(document(5, ACME));
    backlog.finish();
    boolean afterwards = backlog.offer(document(5, ACME));

    assertThat(List.of(whileInWork, whilePutBack, afterwards)).containsExactly(false, false, true);
  }

  private List<Document> takeAll() throws InterruptedException {
    List<Document> taken = new ArrayList<>();
    while (backlog.counts().due() > 0) {
      taken.add(backlog.take());
    }
    return taken;
  }

  private static Document document(int number, Customer customer) {
    return new Document(number, customer, Step.OCR);
  }
}
