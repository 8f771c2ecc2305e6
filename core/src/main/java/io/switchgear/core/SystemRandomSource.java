// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.util.concurrent.ThreadLocalRandom;

/** The randomness of this machine. The one class that draws from it. */
enum SystemRandomSource implements RandomSource {
  INSTANCE;

  @Override
  public double nextDouble() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
