// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.Optional;

/** The head of what has none: an event of a stream, a call without an answer. */
enum EventHead implements ResponseHead {
  /** The only one. */
  INSTANCE;

  @Override
  public int status() {
    return 0;
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.empty();
  }
}
