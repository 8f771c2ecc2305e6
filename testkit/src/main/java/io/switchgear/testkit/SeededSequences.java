// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks a property over many random sequences of events. A sequence that fails is shortened as far
 * as it still fails, and comes out with the seed that made it.
 *
 * <pre>{@code
 * SeededSequences.of(random -> random.nextInt(10))
 *     .check(numbers -> assertThat(sorted(numbers)).isSorted());
 * }</pre>
 *
 * <p>Each run has its own seed, counted up from the first one, so the same build checks the same
 * sequences each time. The system property {@code switchgear.seed} replays one seed; {@code
 * switchgear.runs} sets the number of runs. Events must be values: the check is repeated while a
 * sequence is shortened and must start afresh each time.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param <E> the events
 */
public final class SeededSequences<E> {
  private static final String SEED_PROPERTY = "switchgear.seed";
  private static final String RUNS_PROPERTY = "switchgear.runs";

  private final Function<SplittableRandom, E> generator;
  private final int maxLength;
  private final int runs;

  private SeededSequences(Function<SplittableRandom, E> generator, int maxLength, int runs) {
    this.generator = generator;
    this.maxLength = maxLength;
    this.runs = runs;
  }

  /**
   * Sequences of up to 100 events, 1,000 of them.
   *
   * @param <E> the events
   * @param generator makes an event from a source of randomness and nothing else
   * @return the sequences
   */
  public static <E> SeededSequences<E> of(Function<SplittableRandom, E> generator) {
    return new SeededSequences<>(generator, 100, 1_000);
  }

  /**
   * The same with another greatest length.
   *
   * @param maxLength the most events in a sequence, 1 or more
   * @return a copy
   */
  public SeededSequences<E> maxLength(int maxLength) {
    return new SeededSequences<>(generator, maxLength, runs);
  }

  /**
   * The same with another number of sequences.
   *
   * @param runs how many, 1 or more
   * @return a copy
   */
  public SeededSequences<E> runs(int runs) {
    return new SeededSequences<>(generator, maxLength, runs);
  }

  /**
   * Checks the property.
   *
   * @param property gets a sequence, throws when it doesn't hold
   * @throws AssertionError with the seed and the shortest sequence found that fails
   */
  public void check(Consumer<? super List<E>> property) {
    checkSeeded((seed, events) -> property.accept(events));
  }

  /**
   * Checks a property that depends on a seed as well as on the events, so that what the events
   * happen to differs from run to run, too, and stays the same while a sequence is shortened.
   *
   * @param property gets the seed and a sequence, throws when it doesn't hold
   * @throws AssertionError as {@link #check} does
   */
  public void checkSeeded(BiConsumer<Long, ? super List<E>> property) {
    @Nullable Long replayed = Long.getLong(SEED_PROPERTY);
    if (replayed != null) {
      checkSeed(replayed, property);
      return;
    }
    int count = Integer.getInteger(RUNS_PROPERTY, runs);
    for (long seed = 1; seed <= count; seed++) {
      checkSeed(seed, property);
    }
  }

  private void checkSeed(long seed, BiConsumer<Long, ? super List<E>> seeded) {
    Consumer<List<E>> property = events -> seeded.accept(seed, events);
    SplittableRandom random = new SplittableRandom(seed);
    int length = 1 + random.nextInt(maxLength);
    List<E> events = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      events.add(generator.apply(random));
    }
    Throwable failure = failure(events, property);
    if (failure != null) {
      List<E> shortest = shorten(events, property);
      Throwable cause = failure(shortest, property);
      throw new AssertionError(
          message(seed, events.size(), shortest, cause == null ? failure : cause),
          cause == null ? failure : cause);
    }
  }

  private String message(long seed, int length, List<E> shortest, Throwable cause) {
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(seed).append(" fails: ").append(cause.getMessage());
    text.append("\nreplay with -D").append(SEED_PROPERTY).append('=').append(seed);
    text.append("\nshortened from ").append(length).append(" events to ").append(shortest.size());
    for (E event : shortest) {
      text.append("\n  ").append(event);
    }
    return text.toString();
  }

  /** Takes away ever smaller pieces, beginning with halves, as long as what is left still fails. */
  private static <E> List<E> shorten(List<E> events, Consumer<? super List<E>> property) {
    List<E> shortest = events;
    for (int piece = Math.max(1, events.size() / 2); piece >= 1; piece /= 2) {
      int from = 0;
      while (from < shortest.size() && shortest.size() > 1) {
        List<E> without = new ArrayList<>(shortest);
        without.subList(from, Math.min(from + piece, shortest.size())).clear();
        if (!without.isEmpty() && failure(without, property) != null) {
          shortest = without;
        } else {
          from += piece;
        }
      }
    }
    return shortest;
  }

  private static <E> @Nullable Throwable failure(
      List<E> events, Consumer<? super List<E>> property) {
    try {
      property.accept(List.copyOf(events));
      return null;
    } catch (RuntimeException | AssertionError e) {
      return e;
    }
  }
}
