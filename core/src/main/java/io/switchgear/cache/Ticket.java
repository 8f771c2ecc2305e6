// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

/**
 * The right to be served that an answer has from its load: since when it counts, and whether it
 * still holds. It is void once somebody stores another answer or withdraws this one, be it before
 * the load has ended or after.
 */
final class Ticket {
  private final long bornNanos;
  private volatile boolean revoked;

  Ticket(long bornNanos) {
    this.bornNanos = bornNanos;
  }

  long bornNanos() {
    return bornNanos;
  }

  void revoke() {
    revoked = true;
  }

  boolean isRevoked() {
    return revoked;
  }
}
