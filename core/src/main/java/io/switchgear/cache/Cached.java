// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An answer with its age and where it came from.
 *
 * <p><b>Thread safety:</b> immutable, apart from what the value is.
 *
 * @param <V> the answers
 */
public final class Cached<V extends @Nullable Object> {
  private final V value;
  private final long ageNanos;
  private final Origin origin;

  Cached(V value, long ageNanos, Origin origin) {
    this.value = value;
    this.ageNanos = ageNanos;
    this.origin = origin;
  }

  /** Where an answer came from. */
  public enum Origin {
    /** A call was made for it, by this caller or by another one at the same time. */
    LOADED,

    /** It was there, and it needn't be asked for again yet. */
    FRESH,

    /** It was there and is no longer fresh; a new one is asked for in the background. */
    STALE_REVALIDATING,

    /** It was there and is no longer fresh; the call failed, was refused, or wasn't to be made. */
    STALE_ON_ERROR
  }

  /**
   * The answer.
   *
   * @return what the call returned; null only if the call itself has just returned null
   */
  public V value() {
    return value;
  }

  /**
   * How old the answer was when it was handed out, counted from the beginning of its call.
   *
   * @return the age, never negative
   */
  public Duration age() {
    return Duration.ofNanos(ageNanos);
  }

  /**
   * Where the answer came from.
   *
   * @return the origin
   */
  public Origin origin() {
    return origin;
  }

  @Override
  public String toString() {
    return origin + ", " + age() + " old: " + value;
  }
}
