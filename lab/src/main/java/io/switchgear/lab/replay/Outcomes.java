// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.core.Assessment;

/**
 * How many calls really ended in which way.
 *
 * <p><b>Thread safety:</b> none; whoever gets one from a result only reads it.
 */
public final class Outcomes {
  private long failed;
  private long fine;
  private long neither;

  Outcomes() {}

  void add(Assessment assessment) {
    switch (assessment.verdict()) {
      case FAILURE, THROTTLED -> failed++;
      case SUCCESS -> fine++;
      case IGNORED -> neither++;
    }
  }

  void add(Outcomes other) {
    failed += other.failed;
    fine += other.fine;
    neither += other.neither;
  }

  Outcomes minus(Outcomes part) {
    Outcomes rest = new Outcomes();
    rest.failed = failed - part.failed;
    rest.fine = fine - part.fine;
    rest.neither = neither - part.neither;
    return rest;
  }

  /**
   * How many failed or were throttled.
   *
   * @return the number
   */
  public long failed() {
    return failed;
  }

  /**
   * How many succeeded.
   *
   * @return the number
   */
  public long fine() {
    return fine;
  }

  /**
   * How many say nothing about the dependency, such as a 404.
   *
   * @return the number
   */
  public long neither() {
    return neither;
  }

  /**
   * All of them.
   *
   * @return the number
   */
  public long total() {
    return failed + fine + neither;
  }

  @Override
  public String toString() {
    return failed + " failed, " + fine + " fine, " + neither + " neither";
  }
}
