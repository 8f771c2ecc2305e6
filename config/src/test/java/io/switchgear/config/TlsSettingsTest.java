// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The certificate of the listener and its key. */
class TlsSettingsTest {
  private static final Path FOLDER = Path.of("src/test/resources/io/switchgear/config/tls");

  private static SwitchgearConfig read(String tls) {
    String yaml =
        "version: 1\ndependencies: { a: { url: http://a.example } }\nlisten: { tls: "
            + tls
            + " }\n";
    Reading reading = new Reading(new Problems("t.yaml"), References.of(name -> null, FOLDER));
    return ConfigReader.read(yaml, reading);
  }

  private static List<String> errors(String tls) {
    var thrown = catchThrowableOfType(ConfigException.class, () -> read(tls));
    assertThat(thrown).isNotNull();
    return thrown.errors().stream().map(ConfigError::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "ec.cert.pem, ec.key.pem, EC",
    "ec.cert.pem, ec-sec1.key.pem, EC",
    "rsa.cert.pem, rsa.key.pem, RSA",
    "rsa.cert.pem, rsa-pkcs1.key.pem, RSA",
    "ed25519.cert.pem, ed25519.key.pem, EdDSA",
  })
  void pair_inAnyUsualForm_isRead(String certificate, String key, String algorithm) {
    SwitchgearConfig config = read("{ certificate: " + certificate + ", key: " + key + " }");

    TlsConfig tls = config.tls().orElseThrow();
    assertThat(tls.certificates()).hasSize(1);
    assertThat(tls.privateKey().getAlgorithm()).isEqualTo(algorithm);
    assertThat(tls.minVersion()).isEqualTo(TlsConfig.Version.TLS_1_2);
    assertThat(tls.toString()).startsWith("CN=localhost until ");
    assertThat(config.files()).containsExactly(FOLDER.resolve(certificate), FOLDER.resolve(key));
    assertThat(config.listen().getPort()).isEqualTo(8080);
  }

  @ParameterizedTest
  @CsvSource({
    "ec.cert.pem, rsa.key.pem, 3:49: 'key' isn't the private key of the first 'certificate'",
    "rsa.cert.pem, ec.key.pem, 3:50: 'key' isn't the private key of the first 'certificate'",
    "ec.cert.pem, ec.cert.pem, 3:49: 'key' must be a file with a private key in PEM form",
    "ec.key.pem, ec.key.pem, 3:31: 'certificate' must be a file with certificates in PEM form",
    "ec.cert.pem, none.pem, 3:49: there is no such file",
    "ec.cert.pem, encrypted.key.pem, 3:49: 'key' must have no passphrase: nobody is there to type"
        + " it",
  })
  void pairThatCannotServe_isRefused(String certificate, String key, String error) {
    assertThat(errors("{ certificate: " + certificate + ", key: " + key + " }"))
        .containsExactly("t.yaml:" + error);
  }

  @Test
  void minVersion_isOneOfTwo() {
    String pair = "certificate: ec.cert.pem, key: ec.key.pem";

    assertThat(read("{ " + pair + ", minVersion: 1.3 }").tls().orElseThrow().minVersion())
        .isEqualTo(TlsConfig.Version.TLS_1_3);
    assertThat(errors("{ " + pair + ", minVersion: 1.1 }")).hasSize(1);
    assertThat(errors("{}")).hasSize(2);
  }

  @Test
  void pairs_ofTheSameFiles_areEqual() {
    String pair = "{ certificate: ec.cert.pem, key: ec.key.pem }";

    assertThat(read(pair).tls()).isEqualTo(read(pair).tls());
    assertThat(read(pair).tls())
        .isNotEqualTo(read("{ certificate: rsa.cert.pem, key: rsa.key.pem }").tls());
  }
}
