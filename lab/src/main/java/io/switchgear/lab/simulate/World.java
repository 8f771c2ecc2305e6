// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.lab.time.LabTime;
import java.util.SplittableRandom;

/**
 * What the parts of one run share.
 *
 * @param time the time
 * @param upstream what is called
 * @param replies what its answers say
 * @param measures what is noted
 * @param random the chance of the clients
 */
record World(
    LabTime time, Upstream upstream, Replies replies, Measures measures, SplittableRandom random) {}
