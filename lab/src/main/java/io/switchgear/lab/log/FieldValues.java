// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import org.jspecify.annotations.Nullable;

/** The values of one record of a log, by the names that the log has for them. */
@FunctionalInterface
interface FieldValues {

  /** The value; null when the record has none of that name. */
  @Nullable String get(String name);
}
