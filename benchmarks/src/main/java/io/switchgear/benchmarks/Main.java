// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import java.util.List;

/**
 * {@code peers} runs the comparison and prints its table, {@code memory} prints what a key costs
 * and what a flood of new keys does; anything else goes to JMH as it is. {@code peers} may be
 * followed by patterns of names.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar peers
 * java -jar benchmarks/target/benchmarks.jar peers LimiterBenchmark PipelineBenchmark
 * java -jar benchmarks/target/benchmarks.jar memory
 * java -jar benchmarks/target/benchmarks.jar BreakerBenchmark -prof gc -f 1
 * }</pre>
 */
final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("peers")) {
      new Comparison(List.of(args).subList(1, args.length)).run();
    } else if (args.length > 0 && args[0].equals("memory")) {
      Memory.print();
      Flood.print();
    } else {
      org.openjdk.jmh.Main.main(args);
    }
  }
}
