// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * One line of the comparison's table.
 *
 * @param benchmark the class and the method
 * @param subject what was measured, in small letters; the parameters if there are, else the method
 */
record Row(String benchmark, String subject, int threads, Result<?> time, double allocatedBytes) {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** What the names of peers begin with. */
  private static final List<String> LIBRARIES =
      List.of("bucket4j", "failsafe", "guava", "resilience4j", "sentinel");

  static Row of(RunResult result) {
    BenchmarkParams params = result.getParams();
    String full = params.getBenchmark();
    String method = full.substring(full.lastIndexOf('.') + 1);
    String of = full.substring(full.lastIndexOf('.', full.lastIndexOf('.') - 1) + 1);
    String subject =
        params.getParamsKeys().stream().map(params::getParam).collect(Collectors.joining(", "));
    Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
    return new Row(
        of,
        (subject.isEmpty() ? method : subject).toLowerCase(Locale.ROOT).replace('_', ' '),
        params.getThreads(),
        result.getPrimaryResult(),
        allocated == null ? Double.NaN : allocated.getScore());
  }

  double nanos() {
    return time.getScore();
  }

  boolean isPeer() {
    return LIBRARIES.stream().anyMatch(subject::startsWith);
  }

  /** Whether two rows may be compared: the same benchmark class and as many threads. */
  boolean isBeside(Row other) {
    return threads == other.threads && group().equals(other.group());
  }

  /** The class; where the method is the subject, its methods are compared. */
  private String group() {
    int dot = benchmark.indexOf('.');
    return subject.equals(benchmark.substring(dot + 1).toLowerCase(Locale.ROOT))
        ? benchmark.substring(0, dot)
        : benchmark;
  }

  /** The line in Markdown; the last column is the share of the fastest peer's time. */
  String markdown(List<Row> all) {
    double peer =
        all.stream()
            .filter(row -> row.isPeer() && row.isBeside(this))
            .mapToDouble(Row::nanos)
            .min()
            .orElse(Double.NaN);
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %.1f | %.1f | %.0f | %s |",
        benchmark,
        subject,
        threads,
        nanos(),
        time.getScoreError(),
        allocatedBytes,
        Double.isNaN(peer) ? "" : String.format(Locale.ROOT, "%.2f", nanos() / peer));
  }
}
