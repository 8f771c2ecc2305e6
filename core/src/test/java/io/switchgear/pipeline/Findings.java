// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a simulation notes, and the first thing that was wrong. A check that fails inside the
 * pipeline must not throw there: the pipeline would take it for an error of the call.
 */
final class Findings {
  private static final int SHOWN = 25;

  private final VirtualTime time;
  private final List<Note> notes = new ArrayList<>();
  private @Nullable String wrong;

  Findings(VirtualTime time) {
    this.time = time;
  }

  void note(int call, String what, @Nullable Object about) {
    notes.add(new Note(time.nanoTime(), call, what, about));
  }

  List<Note> notes() {
    return notes;
  }

  void check(boolean holds, String rule, @Nullable Object about) {
    if (!holds && wrong == null) {
      wrong = rule + ": " + about + ", at " + time.nanoTime() / 1_000_000.0 + " ms";
    }
  }

  void rethrow() {
    if (wrong != null) {
      throw new AssertionError(wrong);
    }
  }

  String tail() {
    StringBuilder text = new StringBuilder();
    for (Note note : notes.subList(Math.max(0, notes.size() - SHOWN), notes.size())) {
      text.append("\n  ").append(note);
    }
    return text.toString();
  }

  /**
   * One thing that happened.
   *
   * @param nanos when
   * @param call which call it belongs to; 0 for none
   * @param what what
   * @param about a value that says more
   */
  record Note(long nanos, int call, String what, @Nullable Object about) {
    @Override
    public String toString() {
      return nanos / 1_000_000.0 + " ms" + (call == 0 ? " " : " call " + call + " ") + what + about;
    }
  }
}
