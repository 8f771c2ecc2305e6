// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.util.List;
import java.util.Map;

/**
 * What a stub server has received and done since its start or its last reset. Its own requests
 * under {@code /_stub} aren't among it.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param totals all requests
 * @param now what is under way
 * @param keys the requests by key
 * @param perSecond the last 600 seconds, oldest first; seconds in which nothing happened are left
 *     out
 */
public record StubStats(Totals totals, Now now, Keys keys, List<Second> perSecond) {

  /**
   * Requests by their end. Each one that was received is answered, cut or aborted in the end.
   *
   * @param received how many arrived
   * @param byStatus how many were answered completely, by status
   * @param cut how many answers were cut on purpose
   * @param aborted how many ended before their answer, because the client went away or the port was
   *     closed
   */
  public record Totals(long received, Map<Integer, Long> byStatus, long cut, long aborted) {}

  /**
   * What is under way at this moment.
   *
   * @param second the current second, counted from the start or the last reset
   * @param inFlight requests that have no answer yet, hanging ones included
   * @param hanging requests that never get one
   * @param connections open connections; those that only asked under {@code /_stub} don't count
   */
  public record Now(long second, int inFlight, int hanging, int connections) {}

  /**
   * Requests by key. The first 10,000 keys are counted one by one.
   *
   * @param top the keys with the most requests, at most 100, the busiest first; a key is shown up
   *     to its 128th character
   * @param others the requests of all other keys together
   */
  public record Keys(Map<String, Count> top, Count others) {}

  /**
   * Requests and their answers.
   *
   * @param received how many arrived
   * @param byStatus how many were answered completely, by status
   */
  public record Count(long received, Map<Integer, Long> byStatus) {}

  /**
   * One second.
   *
   * @param second counted from the start or the last reset
   * @param count the requests that arrived and the answers that left in it
   */
  public record Second(long second, Count count) {}
}
