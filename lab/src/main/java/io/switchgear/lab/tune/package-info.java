// SPDX-License-Identifier: Apache-2.0
/**
 * Settings from a log, each with its evidence: start at {@link io.switchgear.lab.tune.Tuner}.
 *
 * <pre>{@code
 * log ─▶ Survey: latencies, outages, throttling ─▶ advisors: timeout, limit
 * log ─▶ replay of many rules, chosen by the first part, judged by the rest ─▶ BreakerAdvisor
 * }</pre>
 */
@NullMarked
package io.switchgear.lab.tune;

import org.jspecify.annotations.NullMarked;
