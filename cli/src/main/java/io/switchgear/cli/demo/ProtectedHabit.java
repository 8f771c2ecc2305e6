// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import java.time.Duration;

/**
 * Sends a document through the gateway once. If that doesn't work the document goes back to its
 * place, and the worker on to the next: after a rejection, to one of another customer.
 */
final class ProtectedHabit implements Habit {
  private final Sender sender;
  private final Backlog backlog;
  private final CircuitWatch watch;
  private final TimeSource time;
  private final Duration holdMax;

  ProtectedHabit(
      Sender sender, Backlog backlog, CircuitWatch watch, TimeSource time, Duration holdMax) {
    this.sender = sender;
    this.backlog = backlog;
    this.watch = watch;
    this.time = time;
    this.holdMax = holdMax;
  }

  @Override
  public void post(Document document) throws InterruptedException {
    Customer customer = document.customer();
    Reply reply = sender.send(document);
    watch.see(document, reply, time.nanoTime());
    switch (reply.kind()) {
      case POSTED -> backlog.release(customer);
      case THROTTLED -> backlog.giveBack(document);
      case REJECTED, FAILED -> {
        backlog.hold(customer, shorter(reply.retryAfter()));
        backlog.giveBack(document);
      }
    }
  }

  private Duration shorter(Duration retryAfter) {
    boolean isShort = !retryAfter.isZero() && retryAfter.compareTo(holdMax) < 0;
    return isShort ? retryAfter : holdMax;
  }
}
