// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import io.switchgear.lab.stub.StubStats;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Tells what a stub receives: one line that changes on a screen, a line at times in a file. */
final class StubProgress {
  private static final long LIVE_MILLIS = 1_000;
  private static final long PLAIN_MILLIS = 10_000;

  private final Terminal terminal;
  private final Supplier<StubStats> stats;
  private long receivedBefore;

  StubProgress(Terminal terminal, Supplier<StubStats> stats) {
    this.terminal = terminal;
    this.stats = stats;
  }

  /** Returns when the stop is requested. */
  void show(StopSignal stop) throws InterruptedException {
    boolean live = terminal.isLive();
    PrintWriter out = terminal.out();
    long millis = live ? LIVE_MILLIS : PLAIN_MILLIS;
    while (!stop.await(millis)) {
      String line = line(stats.get(), millis);
      if (live) {
        // Back to the first column, and whatever a longer line has left is erased.
        out.print("\r" + line + "\u001b[K");
        out.flush();
      } else {
        out.println(line);
      }
    }
    if (live) {
      out.println();
    }
  }

  /** What the period since the line before has brought. */
  String line(StubStats now, long millis) {
    long received = now.totals().received();
    // After a reset all is new.
    long isNew = received < receivedBefore ? received : received - receivedBefore;
    receivedBefore = received;
    String answered =
        new TreeMap<>(now.totals().byStatus())
            .entrySet().stream()
                .map(status -> status.getKey() + ": " + count(status.getValue()))
                .collect(Collectors.joining(", "));
    return "%s received, %s/s; answered %s; %d in flight"
        .formatted(
            count(received),
            count(isNew * 1_000 / millis),
            answered.isEmpty() ? "none" : answered,
            now.now().inFlight());
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
