// SPDX-License-Identifier: Apache-2.0
/**
 * What the concurrency tests share. The tests themselves are in the packages of what they test:
 * {@code *StressTest} is jcstress's, {@code *LincheckTest} is Lincheck's.
 */
@NullMarked
package io.switchgear.concurrency;

import org.jspecify.annotations.NullMarked;
