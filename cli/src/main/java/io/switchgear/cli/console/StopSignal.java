// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The request to stop, which comes with Ctrl-C or {@code SIGTERM}.
 *
 * <p>A server ends with exit code 0 then, as it has done what it was asked for. The JVM by itself
 * would say 130 or 143, which supervisors take for a crash.
 *
 * <p><b>Thread safety:</b> safe for use by many threads.
 */
public final class StopSignal {
  private static final long STOP_SECONDS_MAX = 60;

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final AtomicInteger exitCode = new AtomicInteger();

  /** A signal that nobody has given yet. */
  public StopSignal() {}

  /**
   * The signal of this process.
   *
   * @return given when the process is told to end
   */
  public static StopSignal ofProcess() {
    var stop = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(stop::shutDown, "switchgear-stop"));
    return stop;
  }

  /** Asks the command to stop. */
  public void request() {
    requested.countDown();
  }

  /**
   * Whether the command was asked to stop.
   *
   * @return true from the first request on
   */
  public boolean isRequested() {
    return requested.getCount() == 0;
  }

  /**
   * Waits for the request.
   *
   * @throws InterruptedException when the thread was interrupted first
   */
  public void await() throws InterruptedException {
    requested.await();
  }

  /**
   * Waits for the request, but not longer than this.
   *
   * @param millis how long to wait at most, in milliseconds
   * @return whether the command was asked to stop
   * @throws InterruptedException when the thread was interrupted first
   */
  public boolean await(long millis) throws InterruptedException {
    return requested.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Ends the process, whether or not a signal is ending it already.
   *
   * @param code the exit code
   */
  public void exit(int code) {
    exitCode.set(code);
    done.countDown();
    System.exit(code);
  }

  /** Runs while the process ends: gives the command the time to end in order. */
  private void shutDown() {
    if (done.getCount() == 0) {
      return;
    }
    request();
    try {
      if (!done.await(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
        exitCode.set(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode.get());
  }
}
