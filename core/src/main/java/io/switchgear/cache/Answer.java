// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import org.jspecify.annotations.Nullable;

/** A stored answer with the ticket of the load that brought it. */
record Answer<V extends @Nullable Object>(V value, Ticket ticket) {

  boolean isRevoked() {
    return ticket.isRevoked();
  }

  long ageNanos(long nowNanos) {
    return nowNanos - ticket.bornNanos();
  }
}
