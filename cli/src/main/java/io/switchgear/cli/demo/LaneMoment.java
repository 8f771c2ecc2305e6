// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.util.List;

/**
 * A lane at a moment.
 *
 * @param perSecond what it did in the last second
 * @param waiting how many documents wait for a worker
 * @param pausing how many workers do nothing because of a 429
 * @param history the documents of the first customer that were posted in each second so far
 */
record LaneMoment(LaneMeter.Totals perSecond, int waiting, int pausing, List<Long> history) {}
