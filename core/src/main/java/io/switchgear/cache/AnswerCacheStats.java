// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

/**
 * Numbers of a cache since it was made. Each number is exact once no call is under way; while calls
 * run, numbers may be read a moment apart.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param hits what was served without a new answer
 * @param loads the calls that somebody waited for
 * @param refreshes the calls that were made in the background
 * @param evictions how many answers were forgotten to make room, or since nobody asked for them
 * @param entries how many keys have an answer now, expired ones included that aren't forgotten yet
 */
public record AnswerCacheStats(
    Hits hits, Loads loads, Refreshes refreshes, long evictions, int entries) {

  /**
   * How many answers were served from the cache, by {@link Cached.Origin}.
   *
   * @param fresh those still fresh
   * @param staleRevalidating those served while a new one is asked for
   * @param staleOnError those served instead of a call
   */
  public record Hits(long fresh, long staleRevalidating, long staleOnError) {}

  /**
   * Calls that somebody waited for.
   *
   * @param started how many were begun
   * @param failed how many of them threw, took too long, or returned what is read as a failure
   * @param shared how many callers got the end of a call that was under way when they came
   */
  public record Loads(long started, long failed, long shared) {}

  /**
   * Calls that were made in the background.
   *
   * @param started how many were begun
   * @param failed how many of them threw, took too long, or returned what is read as a failure
   * @param skipped how many weren't begun, since there was no thread for them
   */
  public record Refreshes(long started, long failed, long skipped) {}
}
