// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.reload;

import java.util.List;

/** Is told what comes of the readings of the settings. */
public interface ReloadListener {
  /**
   * Settings are in force.
   *
   * @param report what they brought
   */
  void succeeded(ReloadReport report);

  /**
   * Settings can't be used, and nothing has changed.
   *
   * @param errors what is wrong, a line each
   */
  void failed(List<String> errors);
}
