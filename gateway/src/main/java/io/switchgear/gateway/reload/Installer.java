// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.reload;

import io.switchgear.config.SwitchgearConfig;
import io.vertx.core.Future;

/** Puts settings in force. */
@FunctionalInterface
public interface Installer {
  /**
   * Puts settings in the place of those in force.
   *
   * @param config the settings
   * @return completes when they are in force; when it fails, nothing has changed
   */
  Future<ReloadReport> install(SwitchgearConfig config);
}
