// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.reload;

import java.util.List;

/**
 * What new settings brought.
 *
 * @param added the dependencies that are new
 * @param removed the dependencies that are gone; calls to them that run are finished
 * @param needRestart the settings that can't change while the gateway runs, each as a sentence; the
 *     rest is in force
 */
public record ReloadReport(List<String> added, List<String> removed, List<String> needRestart) {}
