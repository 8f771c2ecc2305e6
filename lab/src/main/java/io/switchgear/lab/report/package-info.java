// SPDX-License-Identifier: Apache-2.0
/**
 * Pages that show what came of a run: one file that opens from disk, without any network. {@code
 * Page} and {@code Chart} know nothing of what they show; {@link
 * io.switchgear.lab.report.SimulationReport} is the page of a simulation.
 */
@NullMarked
package io.switchgear.lab.report;

import org.jspecify.annotations.NullMarked;
