// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.reload;

import java.time.Instant;
import java.util.List;

/**
 * How the settings in force came to be.
 *
 * @param lastSuccess when settings were last read and put in force
 * @param failures how many readings failed since the start
 * @param errors what was wrong in the last reading, a line each; empty when it succeeded
 * @param needRestart what the settings in force couldn't change, a sentence each
 */
public record ReloadStatus(
    Instant lastSuccess, long failures, List<String> errors, List<String> needRestart) {

  static ReloadStatus started(Instant now) {
    return new ReloadStatus(now, 0, List.of(), List.of());
  }

  ReloadStatus succeeded(Instant now, ReloadReport report) {
    return new ReloadStatus(now, failures, List.of(), report.needRestart());
  }

  ReloadStatus failed(List<String> why) {
    return new ReloadStatus(lastSuccess, failures + 1, why, needRestart);
  }
}
