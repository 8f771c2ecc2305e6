// SPDX-License-Identifier: Apache-2.0
/**
 * Plays a scenario for each of its clients, on virtual time and with the policies that run in
 * production. Start at {@link io.switchgear.lab.simulate.Simulation}.
 *
 * <p>{@code Arrivals} makes pieces of {@code Work}, which go to an {@code Instance} of the client;
 * it has its {@code Habit} make calls, of which each is an {@code Attempt} at the {@code Upstream}.
 * {@code Measures} looks on.
 */
@NullMarked
package io.switchgear.lab.simulate;

import org.jspecify.annotations.NullMarked;
