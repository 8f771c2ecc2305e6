// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

/**
 * How much a call matters when not all can be made. The order of the constants is that of their
 * importance, the most important first.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Priority {
  /** A person or an order is lost without it: a payment, a log-in. Given up last. */
  CRITICAL,

  /** What most calls are, and what a call is of which nothing else was said. */
  NORMAL,

  /** It can be done later or left out: prefetching, a batch, a recommendation. Given up first. */
  SHEDDABLE
}
