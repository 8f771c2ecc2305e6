// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** What a circuit answers to a call: how it admitted it, or why it refused it. */
sealed interface Answer permits Phase, InFlight, Unwatched, CircuitRejection {}
