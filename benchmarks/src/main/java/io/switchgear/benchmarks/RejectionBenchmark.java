// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.switchgear.circuitbreaker.Admission;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import io.switchgear.circuitbreaker.Directive;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A call that an open breaker refuses. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RejectionBenchmark {
  private final CircuitBreaker open = open();
  private final io.github.resilience4j.circuitbreaker.CircuitBreaker peer = peer();

  private static CircuitBreaker open() {
    CircuitBreaker breaker = CircuitBreaker.named("erp").build();
    breaker.forceOpen(Directive.by("benchmark"));
    return breaker;
  }

  private static io.github.resilience4j.circuitbreaker.CircuitBreaker peer() {
    var breaker = io.github.resilience4j.circuitbreaker.CircuitBreaker.ofDefaults("erp");
    breaker.transitionToForcedOpenState();
    return breaker;
  }

  /** The refusal as a result. */
  @Benchmark
  public Admission result() {
    return open.admit();
  }

  /** The refusal thrown and caught. */
  @Benchmark
  public Object thrown() {
    try {
      return open.call(() -> "ok");
    } catch (CircuitBreakerRejectedException e) {
      return e;
    }
  }

  /** Resilience4j's refusal thrown and caught. */
  @Benchmark
  public Object resilience4jThrown() {
    try {
      return peer.executeSupplier(() -> "ok");
    } catch (CallNotPermittedException e) {
      return e;
    }
  }
}
