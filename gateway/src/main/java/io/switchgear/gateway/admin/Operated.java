// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.config.Secret;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.gateway.dependency.DependencyRegistry;
import java.util.Optional;

/**
 * What the operator sees and steers, as it is at the moment: it changes with the settings.
 *
 * <p><b>Thread safety:</b> implementations are safe.
 */
public interface Operated {
  /**
   * The dependencies.
   *
   * @return those in force
   */
  DependencyRegistry dependencies();

  /**
   * The settings.
   *
   * @return those in force; what needs a restart is as the settings file has it
   */
  SwitchgearConfig config();

  /**
   * What those who give orders must know.
   *
   * @return the token; empty when the address is one of loopback alone
   */
  Optional<Secret> token();

  /**
   * All numbers now.
   *
   * @return the text format of Prometheus
   */
  String metrics();
}
