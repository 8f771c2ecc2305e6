// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * The answer to a call that asks for admission: a {@link Permit} to be given back, or a {@link
 * CircuitRejection}.
 */
public sealed interface Admission permits Permit, CircuitRejection {}
