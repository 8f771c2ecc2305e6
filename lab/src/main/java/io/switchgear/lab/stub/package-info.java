// SPDX-License-Identifier: Apache-2.0
/**
 * An upstream that throttles, slows down, fails, hangs and goes away on purpose, so that a client
 * can be tried against it. Start at {@link io.switchgear.lab.stub.StubServer}.
 *
 * <p>What it does with a request is decided by pure code: {@code Throttle} (the limit), {@code
 * Dice} (chance, a function of the seed and the request's number) and {@code Schedule} (which phase
 * is on). A thin shell of Vert.x handlers, all on one event loop, carries the decision out.
 */
@NullMarked
package io.switchgear.lab.stub;

import org.jspecify.annotations.NullMarked;
