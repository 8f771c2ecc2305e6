// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * The admission of a call that a closed circuit watches while it runs.
 *
 * @param phase what admitted it
 * @param slot where its start is kept, 1 or more
 */
record InFlight(Phase phase, int slot) implements Answer {}
