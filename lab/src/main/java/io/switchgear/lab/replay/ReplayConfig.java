// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.config.DependencyConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What is replayed. Begin with {@link #of}; each method gives a copy with one setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ReplayConfig {
  private final List<DependencyConfig> dependencies;
  private final List<Variant> variants;
  private final long gapNanos;
  private final Instant split;

  private ReplayConfig(
      List<DependencyConfig> dependencies, List<Variant> variants, long gapNanos, Instant split) {
    this.dependencies = dependencies;
    this.variants = variants;
    this.gapNanos = gapNanos;
    this.split = split;
  }

  /**
   * Settings to replay.
   *
   * @param dependencies one, whose settings all targets of the log get; or several, each of which
   *     gets the calls to the target with its name or with the host of its url
   * @return the settings
   * @throws IllegalArgumentException when there are none
   */
  public static ReplayConfig of(Collection<DependencyConfig> dependencies) {
    if (dependencies.isEmpty()) {
      throw new IllegalArgumentException("dependencies must not be empty");
    }
    return new ReplayConfig(List.copyOf(dependencies), List.of(), Long.MAX_VALUE, Instant.EPOCH);
  }

  /**
   * What is compared with the settings as they are. Default: nothing.
   *
   * @param variants the variants
   * @return a copy with these variants
   */
  public ReplayConfig variants(Collection<Variant> variants) {
    return new ReplayConfig(dependencies, List.copyOf(variants), gapNanos, split);
  }

  /**
   * How long a pause between two calls is after which the log is a run of its own: its circuits
   * begin closed and have seen nothing. Default: the whole log is one run.
   *
   * @param gap the pause
   * @return a copy with this pause
   */
  public ReplayConfig gap(Duration gap) {
    return new ReplayConfig(dependencies, variants, TimeUnit.NANOSECONDS.convert(gap), split);
  }

  /**
   * When the first part of the log ends, of which rejections are told apart. Default: there is no
   * such part.
   *
   * @param split the end, as the log has its times
   * @return a copy with this split
   */
  public ReplayConfig split(Instant split) {
    return new ReplayConfig(
        dependencies, variants, gapNanos, Objects.requireNonNull(split, "split"));
  }

  Instant split() {
    return split;
  }

  List<DependencyConfig> dependencies() {
    return dependencies;
  }

  List<Variant> variants() {
    return variants;
  }

  long gapNanos() {
    return gapNanos;
  }
}
