// SPDX-License-Identifier: Apache-2.0
/**
 * What is simulated: who calls, what the upstream does over time, and which clients are compared.
 * Start at {@link io.switchgear.lab.scenario.Scenario}.
 */
@NullMarked
package io.switchgear.lab.scenario;

import org.jspecify.annotations.NullMarked;
