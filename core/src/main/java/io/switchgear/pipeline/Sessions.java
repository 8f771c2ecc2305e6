// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.KeyedStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions another target than the preferred one serves, and since when. Those that the
 * preferred one serves aren't kept, and one whose {@code equals} or {@code hashCode} throws is
 * none.
 */
final class Sessions extends KeyedStore<Object, Sessions.Session> {
  private final TimeSource time;
  private final long failBackNanos;
  private final Session none = new Session();

  Sessions(KeyLimits limits, TimeSource time, Duration failBackAfter) {
    super(limits, time);
    this.time = time;
    this.failBackNanos = failBackAfter.toNanos();
  }

  /** The target that goes on serving a session; 0, the preferred one, for a new session. */
  int targetOf(@Nullable Object session) {
    try {
      return known(session);
    } catch (RuntimeException | Error hookError) {
      Unsuccessful.reportBroken(hookError);
      return 0;
    }
  }

  private int known(@Nullable Object session) {
    Session known = session == null ? null : peek(session);
    if (known == null) {
      return 0;
    }
    known.touched = true;
    boolean goesBack = time.nanoTime() - known.sinceNanos >= failBackNanos;
    return goesBack ? 0 : known.target;
  }

  /** A target has served a session. */
  void served(@Nullable Object session, int target) {
    if (session == null) {
      return;
    }
    try {
      note(session, target);
    } catch (RuntimeException | Error hookError) {
      Unsuccessful.reportBroken(hookError);
    }
  }

  private void note(Object session, int target) {
    Session known = target == 0 ? peek(session) : get(session);
    if (known != null && known != none && known.target != target) {
      known.sinceNanos = time.nanoTime();
      known.target = target;
    }
  }

  @Override
  protected Session create(Object session) {
    return new Session();
  }

  /** Sessions for which there is no room begin with the preferred target each time. */
  @Override
  protected Session overflow() {
    return none;
  }

  @Override
  protected void touch(Session session) {
    session.touched = true;
  }

  @Override
  protected boolean clearTouch(Session session) {
    boolean was = session.touched;
    session.touched = false;
    return was;
  }

  @Override
  protected boolean isForgettable(Session session) {
    return true;
  }

  @Override
  protected void remembered(Session session) {
    // Nobody counts them.
  }

  @Override
  protected void forgotten(Session session) {
    // Nobody counts them.
  }

  /** One session. A lost write to the mark costs an idle session at most one more look. */
  static final class Session {
    private volatile int target;
    private volatile long sinceNanos;
    private boolean touched;
  }
}
