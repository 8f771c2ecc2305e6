// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the word that somebody meant. Case, dashes and underscores don't count; otherwise by the
 * number of letters to insert, delete, replace, or swap with a neighbor (Damerau-Levenshtein, in
 * the form that edits no letter twice).
 *
 * <p><b>Thread safety:</b> safe; it has no state.
 */
public final class Nearest {
  private static final int LONGEST_WORD = 64;

  private Nearest() {}

  /**
   * Finds the candidate that is nearest to a word.
   *
   * @param word what somebody wrote
   * @param candidates the words that there are
   * @return the nearest; empty when none is near
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    if (word.length() > LONGEST_WORD) {
      return Optional.empty();
    }
    String typed = plain(word);
    int tolerance = 1 + typed.length() / 4;
    return candidates.stream()
        .filter(candidate -> distance(typed, plain(candidate)) <= tolerance)
        .filter(candidate -> distance(typed, plain(candidate)) < candidate.length() - 1)
        .min(Comparator.comparingInt(candidate -> distance(typed, plain(candidate))));
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(a, b, cost, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(String a, String b, int[][] cost, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int inserted = cost[i][j - 1] + 1;
    int deleted = cost[i - 1][j] + 1;
    int least = Math.min(replaced, Math.min(inserted, deleted));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
