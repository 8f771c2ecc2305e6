// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.util.concurrent.CountDownLatch;

/** Takes documents one after the other and brings each as far as it gets. */
final class Worker implements Runnable {
  private final Backlog backlog;
  private final Poster poster;
  private final Tally tally;
  private final CountDownLatch unfinished;

  Worker(Backlog backlog, Poster poster, Tally tally, CountDownLatch unfinished) {
    this.backlog = backlog;
    this.poster = poster;
    this.tally = tally;
    this.unfinished = unfinished;
  }

  /** Works until it is interrupted. */
  @Override
  public void run() {
    try {
      while (true) {
        process(backlog.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does all steps that are left, or those up to the first that can't be done now. */
  void process(Document document) {
    Document current = document;
    Reply reply = call(current);
    while (reply.kind() == Reply.Kind.ACCEPTED && !current.isAtLastStep()) {
      current = current.atNextStep();
      reply = call(current);
    }
    switch (reply.kind()) {
      case ACCEPTED, UNUSABLE -> {
        backlog.finish();
        unfinished.countDown();
      }
      case THROTTLED, REFUSED_HERE, FAILED -> backlog.putBack(current, reply.retryAfter());
    }
  }

  private Reply call(Document document) {
    Reply reply = poster.post(document);
    tally.count(document, reply.kind());
    return reply;
  }
}
