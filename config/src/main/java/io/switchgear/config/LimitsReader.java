// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.Optional;

/** Reads the limits of a dependency. The ranges are those of the policies' own settings. */
final class LimitsReader {
  private static final Keys BULKHEAD_KEYS = Keys.of("maxConcurrent", "maxQueued", "maxWait");

  private static final int MAX_CALLS = 1_000_000;
  private static final Duration MAX_WAIT = Duration.ofDays(366);

  private LimitsReader() {}

  static Optional<BulkheadConfig> bulkhead(Setting bulkhead, String name) {
    return bulkhead
        .section(BULKHEAD_KEYS)
        .map(
            section -> {
              BulkheadConfig config = Bulkhead.named(name);
              for (Setting setting : section.settings()) {
                config = with(setting, config).orElse(config);
              }
              return config;
            });
  }

  private static Optional<BulkheadConfig> with(Setting setting, BulkheadConfig config) {
    return switch (setting.name()) {
      case "maxConcurrent" -> setting.wholeNumber(1, MAX_CALLS).map(config::maxConcurrent);
      case "maxQueued" -> setting.wholeNumber(0, MAX_CALLS).map(config::maxQueued);
      default -> setting.duration(MAX_WAIT).map(config::maxWait);
    };
  }
}
