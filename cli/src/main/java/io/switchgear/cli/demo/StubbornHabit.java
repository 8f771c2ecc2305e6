// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import java.time.Duration;

/**
 * Sends a document straight to the API until it is taken, with a fixed pause after each failure.
 * This is the client of the incident: it is what most people write first.
 */
final class StubbornHabit implements Habit {
  private final Sender sender;
  private final Tally tally;
  private final TimeSource time;
  private final Duration pause;

  StubbornHabit(Sender sender, Tally tally, TimeSource time, Duration pause) {
    this.sender = sender;
    this.tally = tally;
    this.time = time;
    this.pause = pause;
  }

  @Override
  public void post(Document document) throws InterruptedException {
    Reply reply;
    do {
      reply = sender.send(document);
      tally.count(document, reply.kind(), time.nanoTime());
    } while (reply.kind() != Reply.Kind.POSTED && tally.pause(pause));
  }
}
