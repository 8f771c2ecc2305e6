// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.List;

/**
 * The keys of a section.
 *
 * @param valid those that it may have, in the order in which messages list them
 * @param later those that only a later version has
 */
record Keys(List<String> valid, List<String> later) {
  static Keys of(String... valid) {
    return new Keys(List.of(valid), List.of());
  }

  Keys later(String... later) {
    return new Keys(valid, List.of(later));
  }
}
