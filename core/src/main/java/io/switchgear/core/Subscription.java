// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

/** A listener's registration; closing it ends it. Closing again does nothing. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
  /** Removes the listener; an event that is being delivered may still reach it. */
  @Override
  void close();
}
