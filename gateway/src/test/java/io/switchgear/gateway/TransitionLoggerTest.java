// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import org.junit.jupiter.api.Test;

class TransitionLoggerTest {

  @Test
  void line_order_isOneLineWithAllThatMatters() {
    KeyedCircuitBreaker<String> erp = CircuitBreaker.named("erp").keyed();
    erp.forKey("key-1").forceOpen(Directive.by("ana").because("partner \"maintenance\""));

    String line = TransitionLogger.line(erp.recentTransitions().get(0));

    assertThat(line)
        .isEqualTo(
            "circuit=erp key=key-1 from=closed to=forced-open"
                + " cause=\"by ana: partner 'maintenance'\"");
  }
}
