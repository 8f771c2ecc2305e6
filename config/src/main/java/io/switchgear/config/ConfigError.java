// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.io.Serializable;

/**
 * One thing that is wrong with a settings file.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param file the file, as its name was given
 * @param line the line, from 1; 0 when the error concerns the file as a whole
 * @param column the column in code points, from 1; 0 when the error concerns the file as a whole
 * @param message what is wrong and what would be right, on one line; never holds a secret
 */
public record ConfigError(String file, int line, int column, String message)
    implements Serializable {

  /** The error on one line: {@code switchgear.yaml:7:5: unknown key 'foo'; …}. */
  @Override
  public String toString() {
    String place = line == 0 ? "" : ":" + line + ":" + column;
    return Printable.of(file) + place + ": " + message;
  }
}
