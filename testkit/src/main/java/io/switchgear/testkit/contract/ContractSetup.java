// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a policy that is checked must be made with, so that the checks can move its time on and have
 * its hooks fail.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ContractSetup {
  private final TimeSource time;
  private final Consumer<Duration> clock;
  private final Verdicts<@Nullable Object> verdicts;

  ContractSetup(TimeSource time, Consumer<Duration> clock, Verdicts<@Nullable Object> verdicts) {
    this.time = time;
    this.clock = clock;
    this.verdicts = verdicts;
  }

  /**
   * Where the policy's time comes from.
   *
   * @return virtual time; in some checks its timers refuse tasks
   */
  public TimeSource time() {
    return time;
  }

  /**
   * Moves the policy's time on, to bring it into a state that a check asks for.
   *
   * @param duration how far
   */
  public void advance(Duration duration) {
    clock.accept(duration);
  }

  /**
   * What the policy reads results with, if it reads them.
   *
   * @return the verdicts; in some checks they throw
   */
  public Verdicts<@Nullable Object> verdicts() {
    return verdicts;
  }
}
