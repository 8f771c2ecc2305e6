// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs all benchmarks on one thread and on two, and prints a table in Markdown. Its last column is
 * the share of the time that the fastest peer in the same benchmark needs.
 */
final class Comparison {
  private final List<String> patterns;

  Comparison(List<String> patterns) {
    this.patterns = patterns.isEmpty() ? List.of(".*") : patterns;
  }

  void run() throws RunnerException {
    PrintStream out = System.out;
    List<Row> rows = new ArrayList<>();
    measure(1).forEach(result -> rows.add(Row.of(result)));
    measure(2).forEach(result -> rows.add(Row.of(result)));
    out.printf(
        "%n%s, %d processors%n%n", Runtime.version(), Runtime.getRuntime().availableProcessors());
    out.println("| benchmark | what | threads | ns a call | ± (99.9 %) | B a call | of a peer |");
    out.println("| --- | --- | --: | --: | --: | --: | --: |");
    rows.forEach(row -> out.println(row.markdown(rows)));
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
}
