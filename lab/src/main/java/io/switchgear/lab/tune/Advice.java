// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import java.util.Objects;

/**
 * What a log says about one setting.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param setting the key of the setting in a dependency's section
 * @param yaml its value, as the settings file has it; empty when the default stays
 * @param evidence why, in one line, with the numbers
 * @param confidence how much the log says about it
 */
public record Advice(String setting, String yaml, String evidence, Confidence confidence) {
  /** Checks the parts. */
  public Advice {
    Objects.requireNonNull(setting, "setting");
    Objects.requireNonNull(yaml, "yaml");
    Objects.requireNonNull(evidence, "evidence");
    Objects.requireNonNull(confidence, "confidence");
  }

  static Advice none(String setting, String reason) {
    return new Advice(setting, "", reason, Confidence.NONE);
  }
}
