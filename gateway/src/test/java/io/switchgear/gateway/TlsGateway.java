// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** A gateway that takes calls over TLS, and so HTTP/2. */
public final class TlsGateway {
  private TlsGateway() {}

  /**
   * Starts one.
   *
   * @param folder where its files are
   * @param upstream where the dependency {@code erp} is
   * @param settings its further settings, a line of YAML each
   */
  public static RunningGateway inFrontOf(Path folder, URI upstream, String... settings)
      throws IOException, InterruptedException, GeneralSecurityException {
    return with(folder, "", upstream, settings);
  }

  /** The same with a line of YAML at the top level. */
  public static RunningGateway with(Path folder, String top, URI upstream, String... settings)
      throws IOException, InterruptedException, GeneralSecurityException {
    SettingsFolder files = new SettingsFolder(folder);
    TestCertificate certificate = TestCertificate.of(folder, "ip:127.0.0.1");
    files.write("cert.pem", certificate.certificatePem());
    files.write("key.pem", certificate.keyPem());
    StringBuilder yaml =
        new StringBuilder(
            """
            version: 1
            listen:
              address: 127.0.0.1:0
              tls: { certificate: cert.pem, key: key.pem }
            admin: 127.0.0.1:0
            %s
            dependencies:
              erp:
                url: %s
            """
                .formatted(top, upstream));
    for (String line : settings) {
      yaml.append("    ").append(line).append('\n');
    }
    return RunningGateway.from(files.whole(yaml.toString()));
  }
}
