// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import java.time.Duration;

/**
 * What the upstream does for a while.
 *
 * @param duration how long
 * @param behavior what it does
 */
public record UpstreamPhase(Duration duration, UpstreamBehavior behavior) {}
