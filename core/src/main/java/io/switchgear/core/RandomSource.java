// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

/**
 * The only door through which a policy sees chance. Production uses {@link #system()}; tests and
 * the simulator use {@link #seeded}, so that a run can be repeated.
 *
 * <p><b>Thread safety:</b> implementations are safe for use by many threads.
 */
@FunctionalInterface
public interface RandomSource {

  /**
   * A number drawn evenly from 0 (included) to 1 (excluded).
   *
   * @return the number
   */
  double nextDouble();

  /**
   * The randomness of this machine; not for secrets.
   *
   * @return the same instance each time
   */
  static RandomSource system() {
    return SystemRandomSource.INSTANCE;
  }

  /**
   * Numbers that depend on the seed alone, and on the order in which threads draw them.
   *
   * @param seed any number
   * @return a source at its beginning
   */
  static RandomSource seeded(long seed) {
    return new SeededRandomSource(seed);
  }
}
