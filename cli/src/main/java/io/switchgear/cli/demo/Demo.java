// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import io.switchgear.core.TimeSource;
import java.util.Optional;

/**
 * The demonstration: an incident with and without Switchgear, played on real servers of this
 * process and shown as it goes.
 *
 * <p><b>Thread safety:</b> for one thread. <b>Blocking:</b> until the end of the play.
 */
public final class Demo {
  private final Terminal terminal;
  private final StopSignal stop;
  private final DemoPlan plan;

  /**
   * A demonstration.
   *
   * @param terminal where it is shown
   * @param stop ends it early
   * @param plan its numbers
   */
  public Demo(Terminal terminal, StopSignal stop, DemoPlan plan) {
    this.terminal = terminal;
    this.stop = stop;
    this.plan = plan;
  }

  /**
   * Runs it.
   *
   * @return false when it was ended early
   * @throws InterruptedException when the thread was interrupted
   */
  public boolean run() throws InterruptedException {
    try (Play play = Play.prepare(plan, TimeSource.system());
        DemoView view = view()) {
      view.open(play.yaml(), play.admin());
      play.warmUp(stop);
      Optional<Summary> summary = play.run(stop, view::show);
      summary.ifPresent(view::end);
      return summary.isPresent();
    }
  }

  private DemoView view() {
    return terminal.isLive() ? new LiveView(terminal, plan) : new PlainView(terminal, plan);
  }
}
