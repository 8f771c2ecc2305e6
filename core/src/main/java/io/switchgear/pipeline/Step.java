// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The policies of a pipeline, in the order in which a call meets them, with the reason for it. */
enum Step {
  FALLBACK("fallback", "it has to see every refusal and every failure of the others"),
  DEADLINE("deadline", "it bounds all attempts and waits together, but not the fallback"),
  CACHE(
      "cache",
      "an answer that is there costs nothing of what is below, and what a fallback says must not be"
          + " kept"),
  RETRY("retry", "each attempt has to pass the policies below it anew, and none of those above"),
  HEDGE("hedge", "the attempts that it makes beside each other have to pass the policies below"),
  CIRCUIT_BREAKER(
      "circuitBreaker",
      "it is asked for each attempt, and an open circuit must cost neither a place nor a permit;"
          + " to have it count whole operations, say records(OPERATION)"),
  BULKHEAD("bulkhead", "no place must be held while a retry waits"),
  RATE_LIMITER(
      "rateLimiter",
      "a permit is for one attempt that begins at once: one that waited in a queue or for a retry"
          + " would be used at another time than it was counted for"),
  PACER("pacer", RATE_LIMITER.because),
  TIMEOUT(
      "timeout",
      "it bounds one attempt, without the waits before it; a limit for all together is deadline");

  private final String word;
  private final String because;

  Step(String word, String because) {
    this.word = word;
    this.because = because;
  }

  String word() {
    return word;
  }

  /** The step in whose place it stands: a pacer is a limiter of another kind. */
  private Step place() {
    return this == PACER ? RATE_LIMITER : this;
  }

  /** Refuses steps in another order than that of the constants, and steps that come twice. */
  static void check(List<Step> steps) {
    List<Step> seen = new ArrayList<>();
    for (Step step : steps) {
      for (Step earlier : seen) {
        if (earlier.place() == step.place() && step != FALLBACK) {
          String which = earlier == step ? step.word : earlier.word + " or " + step.word;
          throw new IllegalArgumentException("a pipeline can have one " + which);
        }
        if (earlier.compareTo(step) > 0) {
          throw new IllegalArgumentException(
              step.word
                  + " must be written before "
                  + earlier.word
                  + ": "
                  + earlier.word
                  + " belongs inside of it, since "
                  + earlier.because
                  + ". The order is "
                  + order());
        }
      }
      seen.add(step);
    }
  }

  private static String order() {
    return Arrays.stream(values())
        .filter(step -> step.place() == step)
        .map(step -> step == RATE_LIMITER ? step.word + " or " + PACER.word : step.word)
        .collect(Collectors.joining(", "));
  }
}
