// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import java.util.Arrays;
import java.util.List;

/**
 * What happened when: counts for each slice of time.
 *
 * <p><b>Thread safety:</b> none while it is written; afterwards it doesn't change.
 */
public final class Timeline {
  private static final int MOST_SLICES = 86_400;
  private static final long SECOND_NANOS = 1_000_000_000;

  /** What is counted, or how much of it there is at the end of a slice. */
  public enum Track {
    /** Work that came. */
    ARRIVED,
    /** Calls to the upstream. */
    SENT,
    /** Work that was done. */
    SUCCEEDED,
    /** Upstream calls that failed. */
    WASTED,
    /** Calls that the client's policies kept back. */
    REFUSED,
    /** Work that waits. */
    WAITING,
    /** Circuits that aren't closed. */
    OPEN
  }

  private final long sliceNanos;
  private final int[][] tracks;
  private List<Mark> marks = List.of();

  Timeline(long durationNanos) {
    long wholeSeconds = (durationNanos + SECOND_NANOS - 1) / SECOND_NANOS;
    long secondsPerSlice = Math.max(1, (wholeSeconds + MOST_SLICES - 1) / MOST_SLICES);
    this.sliceNanos = secondsPerSlice * SECOND_NANOS;
    int slices = (int) ((durationNanos + sliceNanos - 1) / sliceNanos) + 1;
    this.tracks = new int[Track.values().length][slices];
  }

  void count(Track track, long atNanos) {
    tracks[track.ordinal()][slice(atNanos)]++;
  }

  void set(Track track, long atNanos, int value) {
    tracks[track.ordinal()][slice(atNanos)] = value;
  }

  void marks(List<Mark> all) {
    marks = List.copyOf(all);
  }

  int slice(long atNanos) {
    return (int) Math.min(atNanos / sliceNanos, slices() - 1L);
  }

  /** The sum of a track from a slice to before another. */
  long sum(Track track, int from, int until) {
    long sum = 0;
    for (int i = Math.max(0, from); i < Math.min(until, slices()); i++) {
      sum += tracks[track.ordinal()][i];
    }
    return sum;
  }

  /**
   * How many slices there are.
   *
   * @return the number, the last one of which begins when the simulation ends
   */
  public int slices() {
    return tracks[0].length;
  }

  /**
   * How long a slice is.
   *
   * @return whole seconds
   */
  public long secondsPerSlice() {
    return sliceNanos / SECOND_NANOS;
  }

  /**
   * The numbers of a track.
   *
   * @param track the track
   * @return a copy, one number for each slice
   */
  public int[] values(Track track) {
    int[] values = tracks[track.ordinal()];
    return Arrays.copyOf(values, values.length);
  }

  /**
   * What the policies decided.
   *
   * @return the first 1,000 decisions in order; unmodifiable
   */
  public List<Mark> marks() {
    return marks;
  }

  /**
   * A decision.
   *
   * @param atSeconds when
   * @param text what and why
   * @param trip whether a circuit opened
   * @param suspect whether it opened while nearly all its calls would have succeeded
   */
  public record Mark(double atSeconds, String text, boolean trip, boolean suspect) {}
}
