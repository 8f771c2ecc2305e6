// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.Map;

/**
 * Numbers of a breaker, or of all breakers of a family together, since it was made. Each number is
 * exact once no call is under way; while calls run, numbers may be read a moment apart. Calls and
 * permits stay at zero when they aren't counted ({@link CircuitBreakerConfig#countCalls}).
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param calls the results and refusals
 * @param permits what became of the permits
 * @param transitions how many transitions there were, by state left and state entered
 * @param circuits how many circuits are in each state now
 * @param timeInState how long circuits were in each state, summed over all of them
 */
public record CircuitStats(
    Calls calls,
    Permits permits,
    Map<CircuitState, Map<CircuitState, Long>> transitions,
    Map<CircuitState, Long> circuits,
    Map<CircuitState, Duration> timeInState) {

  /**
   * Results and refusals.
   *
   * @param byVerdict how many results there were of each verdict
   * @param rejected how many calls were refused
   * @param late how many permits came back after the circuit had changed its state, so that they
   *     changed nothing
   */
  public record Calls(Map<Verdict, Long> byVerdict, long rejected, long late) {}

  /**
   * What became of the permits. They conserve: each admitted call's permit is counted here exactly
   * once, when it ends. Admissions aren't counted: it would be a second write for each call.
   *
   * @param settled how many permits came back with a result
   * @param released how many came back without one
   * @param expired how many were taken back from trial calls: the trial took too long, or another
   *     trial decided first
   */
  public record Permits(long settled, long released, long expired) {}
}
