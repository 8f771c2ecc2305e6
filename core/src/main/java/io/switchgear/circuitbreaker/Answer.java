// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** What a circuit answers to a call: the phase that admitted it, or why it was refused. */
sealed interface Answer permits Phase, CircuitRejection {}
