// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A place in a bulkhead. Whoever holds it must give it back exactly once, when the call has really
 * ended; giving it back again does nothing.
 *
 * <p><b>Thread safety:</b> safe; the first release counts.
 */
public final class BulkheadPermit implements AutoCloseable {
  private final Bulkhead bulkhead;
  private final AtomicBoolean released = new AtomicBoolean();

  BulkheadPermit(Bulkhead bulkhead) {
    this.bulkhead = bulkhead;
  }

  /**
   * Gives the place back; the first waiter gets it. Stages that depend on the waiter's future run
   * on this thread.
   *
   * @return whether this was the first release
   */
  public boolean release() {
    boolean first = released.compareAndSet(false, true);
    if (first) {
      bulkhead.leave();
    }
    return first;
  }

  /** The same as {@link #release}, for {@code try} with resources. */
  @Override
  public void close() {
    release();
  }
}
