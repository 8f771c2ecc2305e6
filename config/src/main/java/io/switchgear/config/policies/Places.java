// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.config.AdaptiveConcurrencyConfig;
import io.switchgear.config.DependencyConfig;
import io.switchgear.core.TimeSource;
import io.switchgear.pipeline.PipelineConfig;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bound on a dependency's calls at the same time. There is always one: connections aren't
 * endless, and whoever waits for one waits in a line.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class Places {
  private static final int DEFAULT_CALLS = 256;

  private final Bulkhead bulkhead;
  private final @Nullable AdaptiveConcurrencyConfig sizingSettings;
  private final @Nullable AdaptiveConcurrency sizing;
  private final int most;

  /**
   * The places of a dependency.
   *
   * @param config its settings
   * @param time the time
   * @param before the places that go on with these settings: those that are taken stay taken; null
   *     for a new dependency
   */
  Places(DependencyConfig config, TimeSource time, @Nullable Places before) {
    BulkheadConfig settings = settings(config);
    this.sizingSettings = config.adaptiveConcurrency().orElse(null);
    this.most =
        sizingSettings == null
            ? settings.maxConcurrent()
            : Math.max(settings.maxConcurrent(), sizingSettings.max());
    if (before == null) {
      this.bulkhead = settings.time(time).build();
      this.sizing = sizingSettings == null ? null : sizingSettings.build(bulkhead);
    } else if (before.sizing != null && before.sizingSettings().equals(sizingSettings)) {
      this.bulkhead = before.bulkhead;
      this.sizing = before.sizing;
      bulkhead.reconfigure(settings.maxConcurrent(bulkhead.maxConcurrent()));
    } else {
      this.bulkhead = before.bulkhead;
      before.stopSizing();
      bulkhead.reconfigure(settings);
      this.sizing = sizingSettings == null ? null : sizingSettings.build(bulkhead);
    }
  }

  private static BulkheadConfig settings(DependencyConfig config) {
    return config
        .bulkhead()
        .orElseGet(
            () ->
                Bulkhead.named(config.name())
                    .maxConcurrent(DEFAULT_CALLS)
                    .maxQueued(DEFAULT_CALLS)
                    .maxWait(config.timeout().connect()));
  }

  private AdaptiveConcurrencyConfig sizingSettings() {
    return Objects.requireNonNull(sizingSettings);
  }

  private void stopSizing() {
    if (sizing != null) {
      sizing.stop();
    }
  }

  /**
   * How many calls there can be at the same time, however the bound is sized.
   *
   * @return the number
   */
  public int most() {
    return most;
  }

  /** Gives a pipeline the bound. */
  <T> PipelineConfig<T> in(PipelineConfig<T> pipeline) {
    return sizing == null ? pipeline.bulkhead(bulkhead) : pipeline.bulkhead(sizing);
  }
}
