// SPDX-License-Identifier: Apache-2.0
/** The time of the lab, in which a day passes as fast as its events can be computed. */
@NullMarked
package io.switchgear.lab.time;

import org.jspecify.annotations.NullMarked;
