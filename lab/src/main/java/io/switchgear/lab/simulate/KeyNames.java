// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.lab.scenario.Workload.KeyPlan;
import java.util.Optional;
import java.util.SplittableRandom;

/** The keys by number and by name. */
final class KeyNames {
  private static final String PREFIX = "key-";

  private final String[] names;
  private final double firstShare;

  KeyNames(KeyPlan plan) {
    this.names = new String[plan.count()];
    for (int i = 0; i < names.length; i++) {
      names[i] = PREFIX + (i + 1);
    }
    this.firstShare = plan.firstShare();
  }

  String name(int number) {
    return names[number];
  }

  /** The number of a key by its name; the first one's where there are no keys. */
  int number(Optional<String> name) {
    return name.map(it -> Integer.parseInt(it.substring(PREFIX.length())) - 1).orElse(0);
  }

  /** The number of the key that a call has. */
  int draw(SplittableRandom random) {
    return names.length == 1 || random.nextDouble() < firstShare
        ? 0
        : 1 + random.nextInt(names.length - 1);
  }
}
