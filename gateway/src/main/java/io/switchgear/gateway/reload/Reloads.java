// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.reload;

import io.switchgear.config.ConfigError;
import io.switchgear.config.ConfigException;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.core.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings again and has them put in force: when somebody asks for it, or when a file
 * that they were read from has changed. Settings that can't be used change nothing.
 *
 * <p>One reading follows another. Those who ask while one is under way get the next, together: what
 * they want to be read may have been written after the present one began.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never; files are read on threads of their own.
 */
public final class Reloads {
  private static final System.Logger LOGGER = System.getLogger("io.switchgear.gateway.settings");

  private final Context context;
  private final @Nullable Supplier<SwitchgearConfig> source;
  private final Installer installer;
  private final TimeSource time;
  private final ReloadListener listener;
  private final FileWatch watch = new FileWatch();
  private volatile ReloadStatus status;

  // On the context alone.
  private List<Promise<ReloadReport>> asking = new ArrayList<>();
  private boolean busy;
  private boolean stopped;

  /**
   * Reloads of a gateway that has just read its settings.
   *
   * @param vertx where they run
   * @param source reads the settings; null when they can't be read again
   * @param installer puts them in force
   * @param time the time
   * @param listener is told what comes of them
   */
  public Reloads(
      Vertx vertx,
      @Nullable Supplier<SwitchgearConfig> source,
      Installer installer,
      TimeSource time,
      ReloadListener listener) {
    this.listener = listener;
    this.context = vertx.getOrCreateContext();
    this.source = source;
    this.installer = installer;
    this.time = time;
    this.status = ReloadStatus.started(time.wallTime());
  }

  /**
   * Looks for changes of files from now on.
   *
   * @param files what the settings in force were read from
   * @param interval the time from look to look
   * @return completes when no further change is missed
   */
  public Future<?> watch(Set<Path> files, Duration interval) {
    if (source == null || files.isEmpty()) {
      return Future.succeededFuture();
    }
    return context
        .<Void>executeBlocking(
            () -> {
              watch.wereRead(files);
              return null;
            })
        .onComplete(
            read -> context.owner().setPeriodic(Math.max(1, interval.toMillis()), id -> look()));
  }

  /** Reads nothing any more. */
  public void stop() {
    context.runOnContext(nothing -> stopped = true);
  }

  private void look() {
    if (!busy && !stopped) {
      busy = true;
      context.executeBlocking(watch::haveChanged).onComplete(this::looked, error -> looked(false));
    }
  }

  private void looked(boolean changed) {
    busy = false;
    if (changed) {
      asking.add(Promise.promise());
    }
    goOn();
  }

  /**
   * How the settings in force came to be.
   *
   * @return the status now
   */
  public ReloadStatus status() {
    return status;
  }

  /**
   * Reads the settings again.
   *
   * @return completes when they are in force; fails with a {@link ConfigException} when they can't
   *     be used, with a {@link NoSourceException} when they can't be read again
   */
  public Future<ReloadReport> reload() {
    if (source == null) {
      return Future.failedFuture(new NoSourceException());
    }
    Promise<ReloadReport> asked = Promise.promise();
    context.runOnContext(
        nothing -> {
          asking.add(asked);
          goOn();
        });
    return asked.future();
  }

  private void goOn() {
    if (busy || asking.isEmpty() || source == null) {
      return;
    }
    List<Promise<ReloadReport>> served = asking;
    asking = new ArrayList<>();
    if (stopped) {
      served.forEach(it -> it.fail("The gateway is stopping"));
      return;
    }
    busy = true;
    Supplier<SwitchgearConfig> reader = source;
    context
        .executeBlocking(() -> read(reader))
        .compose(installer::install)
        .onComplete(report -> succeeded(report, served), error -> failed(error, served));
  }

  private SwitchgearConfig read(Supplier<SwitchgearConfig> reader) {
    watch.begin();
    SwitchgearConfig config = reader.get();
    watch.wereRead(config.files());
    return config;
  }

  private void succeeded(ReloadReport report, List<Promise<ReloadReport>> served) {
    status = status.succeeded(time.wallTime(), report);
    LOGGER.log(
        System.Logger.Level.INFO,
        () ->
            "The settings were read again and are in force; added "
                + report.added()
                + ", removed "
                + report.removed());
    report.needRestart().forEach(what -> LOGGER.log(System.Logger.Level.WARNING, what));
    listener.succeeded(report);
    served.forEach(it -> it.complete(report));
    done();
  }

  private void failed(Throwable error, List<Promise<ReloadReport>> served) {
    if (error instanceof ConfigException wrong) {
      List<String> lines = wrong.errors().stream().map(ConfigError::toString).toList();
      status = status.failed(lines);
      lines.forEach(line -> LOGGER.log(System.Logger.Level.ERROR, line));
      LOGGER.log(System.Logger.Level.ERROR, "The settings stay as they were");
    } else {
      status = status.failed(List.of("an internal error, of which the log says more"));
      LOGGER.log(System.Logger.Level.ERROR, "The settings could not be put in force", error);
    }
    listener.failed(status.errors());
    served.forEach(it -> it.fail(error));
    done();
  }

  private void done() {
    busy = false;
    goOn();
  }
}
