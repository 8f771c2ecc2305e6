// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final Tally tally = new Tally();
  private final Backlog backlog = new Backlog(new VirtualTime(), 10);
  private final Document ofAcme = new Document(1, Customer.ACME, Step.POST);
  private final Document ofGlobex = new Document(2, Customer.GLOBEX, Step.POST);

  @Test
  void line_eachSecond_hasWhatHappenedInIt() {
    Progress progress = new Progress(new OpenForAcme(), tally, backlog);
    backlog.offer(Document.scanned(3));
    tally.count(ofAcme, Reply.Kind.ACCEPTED);
    tally.count(ofAcme, Reply.Kind.THROTTLED);
    tally.count(ofGlobex, Reply.Kind.REFUSED_HERE);

    String first = progress.line(1);
    tally.count(ofAcme, Reply.Kind.ACCEPTED);
    tally.count(ofGlobex, Reply.Kind.FAILED);
    String second = progress.line(2);

    assertThat(first)
        .isEqualTo(
            "  1 s      1      0 |      1    1      0 OPEN      |      0    0      1 CLOSED   "
                + " |      0    0      0 CLOSED");
    assertThat(second)
        .isEqualTo(
            "  2 s      1      0 |      1    0      0 OPEN      |      0    0      0 CLOSED   "
                + " |      0    0      0 CLOSED    | 1 failed");
  }

  @Test
  void line_withoutAViewOfCircuits_hasNoColumnForThem() {
    Progress progress = new Progress(document -> Reply.unreachable(), tally, backlog);

    assertThat(progress.heading().lines())
        .containsExactly(
            "      documents     | acme               | globex             | initech",
            " time    due   back | posted  429 unsent | posted  429 unsent | posted  429 unsent");
    assertThat(progress.line(1))
        .isEqualTo(
            "  1 s      0      0 |      0    0      0 |      0    0      0 |      0    0      0");
  }

  @Test
  void summary_atTheEnd_addsUp() {
    Progress progress = new Progress(new OpenForAcme(), tally, backlog);
    tally.count(ofAcme, Reply.Kind.ACCEPTED);
    tally.count(ofAcme, Reply.Kind.THROTTLED);
    tally.count(ofGlobex, Reply.Kind.ACCEPTED);
    tally.count(ofGlobex, Reply.Kind.UNUSABLE);

    assertThat(progress.summary(9).lines())
        .containsExactly(
            "Posted 2 documents in 9 s, set 1 aside; 0 calls failed.",
            "  acme     1 posted, 1 answered with 429, 0 not sent because the circuit was open",
            "  globex   1 posted, 0 answered with 429, 0 not sent because the circuit was open",
            "  initech  0 posted, 0 answered with 429, 0 not sent because the circuit was open");
  }

  /** Shows acme's circuit as open. */
  private static final class OpenForAcme implements Poster {
    @Override
    public Reply post(Document document) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String circuitOf(Customer customer) {
      return customer.equals(Customer.ACME) ? "OPEN" : "CLOSED";
    }
  }
}
