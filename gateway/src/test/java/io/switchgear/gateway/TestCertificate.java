// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A certificate that signed itself, and its key. */
record TestCertificate(Path keyStore, X509Certificate certificate, Key key) {
  static final String PASSWORD = "changeit";

  private static final String ALIAS = "test";

  /**
   * Makes one.
   *
   * @param folder where its key store is kept
   * @param name whom it is for, such as {@code ip:127.0.0.1}
   */
  static TestCertificate of(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = Files.createTempDirectory(folder, "keys").resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                ALIAS,
                "-dname",
                "CN=test",
                "-ext",
                "san=" + name,
                "-ext",
                "bc=ca:true",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new TestCertificate(
        file,
        (X509Certificate) keys.getCertificate(ALIAS),
        keys.getKey(ALIAS, PASSWORD.toCharArray()));
  }

  KeyCertOptions options() {
    return new PfxOptions().setPath(keyStore.toString()).setPassword(PASSWORD);
  }

  String certificatePem() throws GeneralSecurityException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static String pem(String label, byte[] bytes) {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.UTF_8)).encodeToString(bytes);
    return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
  }
}
