// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

/** What an instance of a client does to get a piece of work done. */
interface Habit {

  /** Makes the calls for a piece of work, and tells once how that ended, now or later. */
  void call(Work work, Listener listener);

  /** Is told how it ended. */
  interface Listener {
    /**
     * The work waits, and needs no worker any more.
     *
     * @param work the work
     */
    void setAside(Work work);

    /**
     * The work has ended.
     *
     * @param work the work
     * @param end how
     * @param waitNanos after how long it may be tried again; without meaning unless it was refused
     */
    void ended(Work work, End end, long waitNanos);
  }
}
