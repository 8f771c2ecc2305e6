// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import io.switchgear.bulkhead.Bulkhead;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A call that a bulkhead lets through; all threads share one bulkhead. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BulkheadBenchmark {
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(16).build();

  private final io.github.resilience4j.bulkhead.Bulkhead peerBulkhead =
      io.github.resilience4j.bulkhead.Bulkhead.ofDefaults("erp");

  private static String answer() {
    return "ok";
  }

  /** A place taken and given back. */
  @Benchmark
  public String bulkhead() throws InterruptedException {
    return bulkhead.call(BulkheadBenchmark::answer);
  }

  /** Resilience4j's place taken and given back. */
  @Benchmark
  public String resilience4jBulkhead() {
    return peerBulkhead.executeSupplier(BulkheadBenchmark::answer);
  }
}
