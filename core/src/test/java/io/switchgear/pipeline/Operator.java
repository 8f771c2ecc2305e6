// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.Restriction;
import io.switchgear.core.RandomSource;
import java.util.SplittableRandom;

/** Gives a simulated pipeline orders and other settings while calls run. */
final class Operator {
  private final Subject subject;
  private final Upstream upstream;

  Operator(Subject subject, Upstream upstream) {
    this.subject = subject;
    this.upstream = upstream;
  }

  void order(SplittableRandom random) {
    Directive directive = Directive.by("somebody").forAtMost(ofMillis(1 + random.nextInt(2_000)));
    KeyedCircuitBreaker<Integer> breakers = subject.breakers();
    if (breakers != null && random.nextBoolean()) {
      orderAll(breakers, directive, random.nextInt(5));
      return;
    }
    int key = random.nextInt(Subject.KEYS);
    subject.pipeline(key).circuitBreaker().ifPresent(circuit -> order(circuit, directive, random));
  }

  private static void order(CircuitBreaker circuit, Directive directive, SplittableRandom random) {
    switch (random.nextInt(6)) {
      case 0, 1 -> circuit.forceOpen(directive);
      case 2 -> circuit.disable(directive);
      case 3 -> circuit.metricsOnly(directive);
      case 4 -> circuit.reset(directive);
      default -> restrict(circuit, directive, random);
    }
  }

  private static void restrict(
      CircuitBreaker circuit, Directive directive, SplittableRandom random) {
    Restriction restriction =
        switch (random.nextInt(3)) {
          case 0 -> Restriction.openFor(ofMillis(1 + random.nextInt(500)));
          case 1 -> Restriction.halfOpenAfter(ofMillis(1 + random.nextInt(500)));
          default -> Restriction.none();
        };
    var unused = circuit.restrict(circuit.snapshot().generation(), restriction, directive);
  }

  private static void orderAll(
      KeyedCircuitBreaker<Integer> breakers, Directive directive, int which) {
    switch (which) {
      case 0, 1 -> breakers.forceOpen(directive);
      case 2 -> breakers.disable(directive);
      case 3 -> breakers.metricsOnly(directive);
      default -> breakers.reset(directive);
    }
  }

  /** Other settings for the circuit, or for a limiter without keys. */
  void reconfigure(SplittableRandom random) {
    if (subject.circuit != null && random.nextBoolean()) {
      var settings = new CircuitDraw(random).draw().random(RandomSource.seeded(random.nextLong()));
      subject.use(settings);
      subject.pipeline(0).circuitBreaker().ifPresent(circuit -> circuit.reconfigure(settings));
    } else if (subject.limiter != null && subject.rate != null) {
      upstream.limitChanges();
      subject.rate = new RateDraw(subject.rate.kind, random);
      subject.limiter.reconfigure(subject.rate.config);
    }
  }

  void resize(SplittableRandom random) {
    if (subject.bulkhead != null && !subject.sizedByItself) {
      subject.bulkhead.resize(1 + random.nextInt(6));
    }
  }
}
