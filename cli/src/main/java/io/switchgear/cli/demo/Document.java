// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

/**
 * A document that is to be posted.
 *
 * @param customer whose it is
 * @param arrivedNanos when it came, on the clock of the play
 */
record Document(Customer customer, long arrivedNanos) {}
