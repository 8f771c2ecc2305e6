// SPDX-License-Identifier: Apache-2.0

/**
 * The demonstration: start at {@link io.switchgear.cli.demo.Demo}. {@code Play} is the engine,
 * which runs the servers and two {@code Lane}s of workers and hands out a {@code Moment} at each
 * tick and a {@code Summary} at the end; the {@code DemoView}s show them; {@code DemoPlan} has the
 * numbers.
 */
@NullMarked
package io.switchgear.cli.demo;

import org.jspecify.annotations.NullMarked;
