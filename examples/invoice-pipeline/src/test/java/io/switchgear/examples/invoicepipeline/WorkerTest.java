// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class WorkerTest {
  private static final Document DOCUMENT = Document.scanned(1);

  private final VirtualTime time = new VirtualTime();
  private final Backlog backlog = new Backlog(time, 1);
  private final Tally tally = new Tally();
  private final CountDownLatch unfinished = new CountDownLatch(1);
  private final List<Step> calls = new ArrayList<>();
  private UnaryOperator<Reply> atTheErp = reply -> reply;
  private final Worker worker = new Worker(backlog, this::answer, tally, unfinished);

  private Reply answer(Document document) {
    calls.add(document.step());
    Reply accepted = Reply.of(200, Optional.empty());
    return document.step() == Step.POST ? atTheErp.apply(accepted) : accepted;
  }

  @Test
  void process_whenAllServicesAccept_takesTheStepsInOrderAndFinishes() throws InterruptedException {
    backlog.offer(DOCUMENT);

    worker.process(backlog.take());

    assertThat(calls).containsExactly(Step.OCR, Step.CLASSIFY, Step.POST);
    assertThat(unfinished.getCount()).isZero();
    assertThat(backlog.offer(Document.scanned(2))).as("room for the next").isTrue();
  }

  @Test
  void process_whenPostingIsRefused_putsBackForThatStepAlone() throws InterruptedException {
    backlog.offer(DOCUMENT);
    atTheErp = reply -> Reply.refusedHere(ofSeconds(30));

    worker.process(backlog.take());
    time.advance(ofSeconds(29));
    int dueTooEarly = backlog.counts().due();
    time.advance(ofSeconds(1));
    atTheErp = reply -> reply;
    worker.process(backlog.take());

    assertThat(dueTooEarly).isZero();
    assertThat(calls).containsExactly(Step.OCR, Step.CLASSIFY, Step.POST, Step.POST);
    assertThat(unfinished.getCount()).isZero();
    assertThat(tally.of(Step.POST, DOCUMENT.customer(), Reply.Kind.REFUSED_HERE)).isEqualTo(1);
  }

  @Test
  void process_whenADocumentIsUnusable_setsItAside() throws InterruptedException {
    backlog.offer(DOCUMENT);
    atTheErp = reply -> Reply.of(422, Optional.empty());

    worker.process(backlog.take());

    assertThat(backlog.counts()).isEqualTo(new Backlog.Counts(0, 0));
    assertThat(tally.of(Reply.Kind.UNUSABLE)).isEqualTo(1);
    assertThat(unfinished.getCount()).isZero();
  }
}
