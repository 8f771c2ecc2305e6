// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.switchgear.core.TimeSource;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Documents arrive, and workers take each through OCR and classification to the accounting API.
 * Start reading at {@link Worker}, then {@link GatewayPoster} or {@link LibraryPoster}.
 */
public final class InvoicePipeline implements AutoCloseable {
  /** More documents than this wait at the scanner. */
  private static final int BACKLOG_MAX = 10_000;

  private final Tally tally = new Tally();
  private final TimeSource time;
  private final Poster poster;
  private final Backlog backlog;
  private final Scanner scanner;
  private final CountDownLatch unfinished;
  private final ExecutorService workers;
  private final int workerCount;

  InvoicePipeline(TimeSource time, Poster poster, Options options) {
    this.time = time;
    this.poster = poster;
    this.backlog = new Backlog(time, BACKLOG_MAX);
    this.scanner =
        new Scanner(backlog, time, options.documents(), Duration.ofSeconds(options.seconds()));
    this.unfinished = new CountDownLatch(options.documents());
    this.workerCount = options.workers();
    this.workers = Executors.newFixedThreadPool(workerCount);
  }

  /**
   * Runs the pipeline until each document is posted.
   *
   * @param arguments see {@code --help}
   * @throws InterruptedException when interrupted
   */
  public static void main(String[] arguments) throws InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    if (List.of(arguments).contains("--help")) {
      out.println(Options.USAGE);
      return;
    }
    try {
      run(Options.parse(List.of(arguments)), out);
    } catch (IllegalArgumentException e) {
      System.err.println("invoice-pipeline: " + e.getMessage() + " (--help lists the options)");
      System.exit(2);
    }
  }

  private static void run(Options options, PrintStream out) throws InterruptedException {
    try (var pipeline = new InvoicePipeline(TimeSource.system(), poster(options, out), options)) {
      pipeline.start();
      pipeline.report(out);
    }
  }

  private static Poster poster(Options options, PrintStream out) {
    if (options.isViaGateway()) {
      return new GatewayPoster(options.services(), Transport.overHttp());
    }
    var poster =
        new LibraryPoster(options.services(), Transport.overHttp(), LibraryPoster.settings());
    poster.erp().onTransition(transition -> out.println("      " + transition));
    return poster;
  }

  void start() {
    for (int i = 0; i < workerCount; i++) {
      workers.execute(new Worker(backlog, poster, tally, unfinished));
    }
    scanner.start();
  }

  /** Prints a line a second until all documents are done. */
  private void report(PrintStream out) throws InterruptedException {
    Progress progress = new Progress(poster, tally, backlog);
    long startNanos = time.nanoTime();
    out.println(progress.heading());
    long second = 1;
    while (!isDone(Duration.ofSeconds(second).minusNanos(time.nanoTime() - startNanos))) {
      out.println(progress.line(second));
      second++;
    }
    out.println(progress.line(second));
    out.println(progress.summary(second));
  }

  /** Waits until all documents are done, but not longer than this. */
  boolean isDone(Duration wait) throws InterruptedException {
    return unfinished.await(wait.toNanos(), NANOSECONDS);
  }

  Tally tally() {
    return tally;
  }

  /** Stops the workers; what they are at is given up. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
