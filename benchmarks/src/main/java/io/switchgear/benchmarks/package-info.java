// SPDX-License-Identifier: Apache-2.0

/** JMH benchmarks: each policy beside its peers, in one run. Start at {@code Main}. */
@NullMarked
package io.switchgear.benchmarks;

import org.jspecify.annotations.NullMarked;
