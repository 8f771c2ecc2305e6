// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.config.DependencyConfig;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.KeyedAdaptivePacer;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.ProviderQuota;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bound on a dependency's calls in a time, for each key: a rate limiter, a pacer, or none.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class Rates {
  private final @Nullable KeyedRateLimiter<String> limiters;
  private final @Nullable KeyedAdaptivePacer<String> pacers;

  /**
   * The bound of a dependency.
   *
   * @param config its settings
   * @param time the time
   * @param before the bound that goes on with these settings if it is of the same kind: what was
   *     used stays used; null for a new dependency
   */
  Rates(DependencyConfig config, TimeSource time, @Nullable Rates before) {
    KeyLimits keys = config.keyLimits();
    this.limiters =
        config
            .rateLimit()
            .map(limit -> limiters(limit.time(time), keys, before == null ? null : before.limiters))
            .orElse(null);
    this.pacers =
        config
            .pacer()
            .map(pacer -> pacers(pacer.time(time), keys, before == null ? null : before.pacers))
            .orElse(null);
  }

  private static KeyedRateLimiter<String> limiters(
      RateLimiterConfig settings, KeyLimits keys, @Nullable KeyedRateLimiter<String> before) {
    if (before == null || !before.config().hasAlgorithmOf(settings)) {
      return settings.keyed(keys);
    }
    before.reconfigure(settings);
    before.limitKeys(keys);
    return before;
  }

  private static KeyedAdaptivePacer<String> pacers(
      AdaptivePacerConfig settings, KeyLimits keys, @Nullable KeyedAdaptivePacer<String> before) {
    if (before == null) {
      return settings.keyed(keys);
    }
    before.reconfigure(settings);
    before.limitKeys(keys);
    return before;
  }

  /** Gives a pipeline its place for the bound, if there is one, which {@link #of} fills. */
  <T> PipelineConfig<T> in(PipelineConfig<T> pipeline) {
    if (limiters != null) {
      return pipeline.rateLimiter(limiters.forKey(""));
    }
    return pacers == null ? pipeline : pipeline.pacer(pacers.forKey(""));
  }

  /** A pipeline with the limiter or pacer of a key. */
  <T> Pipeline<T> of(String key, Pipeline<T> pipeline) {
    if (limiters != null) {
      return pipeline.with(limiters.forKey(key));
    }
    return pacers == null ? pipeline : pipeline.with(pacers.forKey(key));
  }

  /**
   * The limiter of a key.
   *
   * @param key the key's label
   * @return the limiter; empty when there is none, or a pacer
   */
  public Optional<RateLimiter> limiter(String key) {
    return Optional.ofNullable(limiters).map(family -> family.forKey(key));
  }

  /**
   * Whether what the dependency says about its own limit matters.
   *
   * @return true when there is a pacer
   */
  public boolean learns() {
    return pacers != null;
  }

  /**
   * Has the pacer of a key learn from what the dependency says about its own limit.
   *
   * @param key the key's label
   * @param quota the numbers of an answer
   */
  public void learn(String key, ProviderQuota quota) {
    if (pacers != null) {
      pacers.forKey(key).onQuota(quota);
    }
  }

  void tick() {
    if (limiters != null) {
      limiters.tick();
    }
    if (pacers != null) {
      pacers.tick();
    }
  }
}
