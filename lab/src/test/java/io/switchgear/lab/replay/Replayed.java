// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.lab.log.CallLog;
import io.switchgear.lab.log.LogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** A log of a test under the settings of a test. */
final class Replayed {
  private static final String HEADER = "start_epoch_ms,duration_ms,target,status,method,path,key\n";

  private final StringBuilder log = new StringBuilder(HEADER);
  private final String dependencies;

  private Replayed(String dependencies) {
    this.dependencies = dependencies;
  }

  /** One dependency with these settings, in the flow style of YAML. */
  static Replayed under(String settings) {
    return underAll("{ erp: { url: 'http://erp.example', " + settings + " } }");
  }

  static Replayed underAll(String dependencies) {
    return new Replayed(dependencies);
  }

  Replayed call(long startMillis, long durationMillis, String target, int status) {
    log.append("%d,%d,%s,%d,,,\n".formatted(startMillis, durationMillis, target, status));
    return this;
  }

  /** One call a second from a second on, each of 10 ms. */
  Replayed calls(int fromSecond, int toSecond, int status) {
    for (int second = fromSecond; second < toSecond; second++) {
      call(second * 1_000L, 10, "", status);
    }
    return this;
  }

  Replayed line(String line) {
    log.append(line).append('\n');
    return this;
  }

  ReplayResult run() {
    return run(config -> config);
  }

  ReplayResult run(UnaryOperator<ReplayConfig> change) {
    var settings =
        SwitchgearConfig.parse("test.yaml", "version: 1\ndependencies: " + dependencies + "\n");
    ReplayConfig config = change.apply(ReplayConfig.of(settings.dependencies().values()));
    try {
      Path file = Files.createTempFile("replayed", ".csv");
      try {
        Files.writeString(file, log);
        return Replay.run(CallLog.of(file, LogOptions.automatic()), config);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
