// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.nio.file.Path;

/**
 * The certificate of a listener.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class TlsConfig {
  private final Path certificate;
  private final Path key;

  TlsConfig(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
  }

  /**
   * The file with the certificate and those that lead to its issuer.
   *
   * @return a file in PEM form that could be read when the settings were
   */
  public Path certificate() {
    return certificate;
  }

  /**
   * The file with the private key.
   *
   * @return a file in PEM form that could be read when the settings were
   */
  public Path key() {
    return key;
  }

  @Override
  public String toString() {
    return "certificate " + certificate + ", key " + key;
  }
}
