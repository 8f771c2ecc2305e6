// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.lab.scenario.ClientPlan.Peer;

/** One call behind the breaker of another library, or rather a model of it. */
final class PeerHabit implements Habit {
  private final World world;
  private final PeerBreaker breaker;

  PeerHabit(World world, Peer plan) {
    this.world = world;
    this.breaker = new PeerBreaker(plan.model());
  }

  @Override
  public void call(Work work, Listener listener) {
    long nowNanos = world.time().nanoTime();
    if (!breaker.admits(nowNanos)) {
      listener.ended(work, End.REFUSAL, breaker.waitNanos(nowNanos));
      return;
    }
    new Attempt(world, work.key()) {
      @Override
      void end(Reply reply) {
        record(work.key(), reply.isSuccess());
        listener.ended(work, reply.isSuccess() ? End.SUCCESS : End.FAILURE, 0);
      }

      @Override
      long connectNanos() {
        return Peer.CONNECT.toNanos();
      }
    }.start(Peer.TIMEOUT.toNanos());
  }

  private void record(int key, boolean success) {
    boolean closed = breaker.isClosed();
    breaker.record(world.time().nanoTime(), success);
    if (closed && !breaker.isClosed()) {
      world.measures().opened(key, "open");
    } else if (!closed && breaker.isClosed()) {
      world.measures().closed("closed");
    }
  }
}
