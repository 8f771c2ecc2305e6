// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import java.io.IOException;

/**
 * Calls that succeed or fail on purpose, to bring a policy into the state that a test is about.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class Calls {
  private Calls() {}

  /**
   * Makes calls that fail.
   *
   * @param breaker the breaker that must admit them
   * @param times how many calls
   * @throws CircuitBreakerRejectedException when one isn't admitted
   */
  public static void failTimes(CircuitBreaker breaker, int times) {
    for (int i = 0; i < times; i++) {
      try {
        breaker.call(Calls::fail);
      } catch (IOException expected) {
        // This is what the caller wanted the breaker to see.
      }
    }
  }

  /**
   * Makes calls that succeed.
   *
   * @param breaker the breaker that must admit them
   * @param times how many calls
   * @throws CircuitBreakerRejectedException when one isn't admitted
   */
  public static void succeedTimes(CircuitBreaker breaker, int times) {
    for (int i = 0; i < times; i++) {
      var unused = breaker.call(() -> "ok");
    }
  }

  private static Object fail() throws IOException {
    throw new IOException("failed on purpose");
  }
}
