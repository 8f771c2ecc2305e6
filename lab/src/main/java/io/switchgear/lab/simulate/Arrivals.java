// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.lab.scenario.Workload;
import io.switchgear.lab.scenario.Workload.Bursts;
import io.switchgear.lab.scenario.Workload.Loop;
import io.switchgear.lab.scenario.Workload.Pattern;
import io.switchgear.lab.scenario.Workload.Steady;
import io.switchgear.lab.scenario.Workload.Stream;
import io.switchgear.lab.scenario.Workload.Times;
import io.switchgear.lab.time.LabTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes work come, each stream with a chance of its own, so that each client gets the same work at
 * the same times, whatever it does with it.
 */
final class Arrivals {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Who is refused at once doesn't ask again in the same moment. */
  private static final long LEAST_THINK_NANOS = 1_000_000;

  private final LabTime time;
  private final KeyNames keys;
  private final Consumer<Work> receiver;

  Arrivals(LabTime time, KeyNames keys, Consumer<Work> receiver) {
    this.time = time;
    this.keys = keys;
    this.receiver = receiver;
  }

  void start(Workload workload, SplittableRandom random) {
    for (Stream stream : workload.streams()) {
      new Source(stream, random.split()).start();
    }
  }

  /** One stream. */
  private final class Source implements Runnable {
    private final Stream stream;
    private final SplittableRandom random;
    private final long untilNanos;
    private int position;

    Source(Stream stream, SplittableRandom random) {
      this.stream = stream;
      this.random = random;
      this.untilNanos = stream.until().toNanos();
    }

    private void start() {
      long fromNanos = stream.from().toNanos();
      Pattern pattern = stream.pattern();
      if (pattern instanceof Loop loop) {
        for (int i = 0; i < loop.users(); i++) {
          // Users don't all begin at the same moment.
          long spreadNanos = (long) (random.nextDouble() * loop.think().toNanos());
          at(fromNanos + spreadNanos, () -> use(loop));
        }
      } else if (pattern instanceof Times times) {
        next(times.afterStart());
      } else {
        at(fromNanos + (pattern instanceof Steady steady ? gapNanos(steady) : 0), this);
      }
    }

    @Override
    public void run() {
      Pattern pattern = stream.pattern();
      if (pattern instanceof Steady steady) {
        emit(null);
        at(time.nanoTime() + gapNanos(steady), this);
      } else if (pattern instanceof Bursts bursts) {
        for (int i = 0; i < bursts.size(); i++) {
          emit(null);
        }
        at(time.nanoTime() + bursts.every().toNanos(), this);
      } else if (pattern instanceof Times times) {
        emit(null);
        next(times.afterStart());
      }
    }

    private long gapNanos(Steady steady) {
      double mean = NANOS_PER_SECOND / steady.perSecond();
      return (long) (steady.even() ? mean : -mean * Math.log(1 - random.nextDouble()));
    }

    private void next(List<Duration> times) {
      if (position < times.size()) {
        at(stream.from().plus(times.get(position++)).toNanos(), this);
      }
    }

    private void use(Loop loop) {
      long thinkNanos = Math.max(LEAST_THINK_NANOS, loop.think().toNanos());
      emit(() -> at(time.nanoTime() + thinkNanos, () -> use(loop)));
    }

    private void at(long nanos, Runnable task) {
      if (nanos < untilNanos) {
        ScheduledTask unused = time.at(nanos, task);
      }
    }

    private void emit(@Nullable Runnable whenDone) {
      receiver.accept(new Work(time.nanoTime(), keys.draw(random), stream.method(), whenDone));
    }
  }
}
