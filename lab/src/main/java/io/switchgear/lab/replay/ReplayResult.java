// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.lab.log.LogSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * What a replay has shown.
 *
 * @param log what was read
 * @param counts numbers of the replay
 * @param circuits what each circuit did with the settings of the file, in the order in which the
 *     log has their first calls
 * @param variants what all circuits did together: with the settings of the file, then with each
 *     variant
 * @param history how many calls there were when, and how many of them the settings of the file
 *     rejected
 */
public record ReplayResult(
    LogSummary log,
    Counts counts,
    List<CircuitAccount> circuits,
    List<VariantResult> variants,
    History history) {

  /** What no replay can know. */
  static final List<String> ALWAYS_UNKNOWN =
      List.of(
          "A rejected call might not have failed if others had been rejected before it: a target"
              + " that is spared may recover sooner than the log shows.",
          "The callers did in the log what they did without a breaker. Retries and pauses of theirs"
              + " that a rejection would have changed are in it as they were.",
          "Logs have statuses, but neither headers nor bodies: rows of a profile that look at them"
              + " don't match, and no wait that a target asked for is known.");

  /**
   * Numbers of a replay.
   *
   * @param runs into how many runs pauses have split the log
   * @param targets how many targets there were
   * @param unassigned how many calls went to targets that are none of the dependencies
   * @param overTimeout how many calls took longer than their settings allow; they are replayed as
   *     they were
   * @param sparse how many circuits have calls that are on average further apart than a cool-down
   */
  public record Counts(long runs, long targets, long unassigned, long overTimeout, long sparse) {}

  /**
   * How all calls in the log ended.
   *
   * @return the numbers
   */
  public Outcomes calls() {
    Outcomes all = new Outcomes();
    circuits.forEach(circuit -> all.add(circuit.calls()));
    return all;
  }

  /**
   * How many calls the settings of the file have rejected, by how they really ended.
   *
   * @return the numbers
   */
  public Outcomes rejected() {
    return variants.get(0).rejected();
  }

  /**
   * What this replay can't know.
   *
   * @return a sentence for each thing
   */
  public List<String> unknowns() {
    List<String> unknowns = new ArrayList<>(ALWAYS_UNKNOWN);
    if (log.counts().timed() < log.counts().calls()) {
      unknowns.add(
          "%d of %d calls have no duration: they are taken to have ended when they began, so slow"
                  .formatted(log.counts().calls() - log.counts().timed(), log.counts().calls())
              + " calls don't show.");
    }
    if (log.counts().late() > 0) {
      unknowns.add(
          "%d calls stood over 5 minutes behind later ones: they are taken to have begun later."
              .formatted(log.counts().late()));
    }
    if (counts.overTimeout() > 0) {
      unknowns.add(
          "%d calls took longer than the timeout of the settings, which would have ended them as"
                  .formatted(counts.overTimeout())
              + " failures; they are replayed with the results that the log has.");
    }
    if (counts.sparse() > 0) {
      unknowns.add(
          "The calls of %d of %d circuits are on average further apart than the cool-down: hardly"
                  .formatted(counts.sparse(), circuits.size())
              + " one comes while a circuit is open, so neither savings nor harm show.");
    }
    return unknowns;
  }

  /**
   * All of it in words.
   *
   * @return lines for a terminal
   */
  public String text() {
    return ReplayText.of(this);
  }

  /**
   * All of it for programs.
   *
   * @return an object of JSON, with units in the names of its fields
   */
  public String json() {
    return ReplayJson.of(this);
  }

  /**
   * All of it as a page with a chart.
   *
   * @return HTML that needs nothing else
   */
  public String html() {
    return ReplayReport.html(this);
  }
}
