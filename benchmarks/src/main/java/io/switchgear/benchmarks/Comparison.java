// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs all benchmarks on one thread and on two, and prints a table in Markdown. */
final class Comparison {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final List<String> patterns;

  Comparison(List<String> patterns) {
    this.patterns = patterns.isEmpty() ? List.of(".*") : patterns;
  }

  void run() throws RunnerException {
    PrintStream out = System.out;
    Collection<RunResult> one = measure(1);
    Collection<RunResult> two = measure(2);
    out.printf(
        "%n%s, %d processors%n%n", Runtime.version(), Runtime.getRuntime().availableProcessors());
    out.println("| benchmark | threads | ns a call | ± (99.9 %) | B a call |");
    out.println("| --- | --: | --: | --: | --: |");
    one.forEach(result -> print(out, result, 1));
    two.forEach(result -> print(out, result, 2));
  }

  private Collection<RunResult> measure(int threads) throws RunnerException {
    var options =
        new OptionsBuilder()
            .threads(threads)
            .forks(2)
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(1))
            .addProfiler("gc");
    patterns.forEach(options::include);
    Options built = options.build();
    return new Runner(built).run();
  }

  private static void print(PrintStream out, RunResult result, int threads) {
    Result<?> time = result.getPrimaryResult();
    Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
    String name = result.getParams().getBenchmark();
    out.printf(
        Locale.ROOT,
        "| %s | %d | %.1f | %.1f | %.0f |%n",
        name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1),
        threads,
        time.getScore(),
        time.getScoreError(),
        allocated == null ? Double.NaN : allocated.getScore());
  }
}
