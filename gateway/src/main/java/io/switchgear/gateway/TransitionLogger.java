// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import io.switchgear.circuitbreaker.Transition;
import io.switchgear.circuitbreaker.TransitionListener;
import io.switchgear.gateway.circuit.Token;

/** Writes a line into the log for each change of a circuit's state. */
final class TransitionLogger implements TransitionListener {
  private static final System.Logger LOGGER = System.getLogger("io.switchgear.gateway.circuits");

  @Override
  public void onTransition(Transition transition) {
    LOGGER.log(System.Logger.Level.INFO, () -> line(transition));
  }

  /** Tells another listener as well. */
  TransitionListener before(TransitionListener next) {
    return transition -> {
      onTransition(transition);
      next.onTransition(transition);
    };
  }

  static String line(Transition transition) {
    String key = transition.key().map(label -> " key=" + label).orElse("");
    return "circuit="
        + transition.circuit()
        + key
        + " from="
        + Token.of(transition.from())
        + " to="
        + Token.of(transition.to())
        + " cause=\""
        + transition.cause().detail().replace('"', '\'')
        + '"';
  }
}
