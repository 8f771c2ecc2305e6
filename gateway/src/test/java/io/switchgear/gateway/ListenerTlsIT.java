// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests over TLS, with a certificate that changes. */
class ListenerTlsIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private SettingsFolder settings;
  private TestCertificate first;
  private TestCertificate second;

  @BeforeEach
  void makeCertificates() throws Exception {
    settings = new SettingsFolder(folder);
    first = TestCertificate.of(folder, "ip:127.0.0.1");
    second = TestCertificate.of(folder, "ip:127.0.0.1");
  }

  private void write(TestCertificate certificate, TestCertificate key) throws Exception {
    settings.write("cert.pem", certificate.certificatePem());
    settings.write("key.pem", key.keyPem());
  }

  private Path settingsFor(Upstream upstream, String more) {
    return settings.whole(
        """
        version: 1
        listen:
          address: 127.0.0.1:0
          tls: { certificate: cert.pem, key: key.pem%s }
        admin: 127.0.0.1:0
        dependencies:
          erp: { url: '%s' }
        """
            .formatted(more, upstream.uri()));
  }

  private static String get(RawConnection client) throws IOException {
    String head = client.sendHead("GET /erp/x HTTP/1.1", "Host: h").readHead();
    return head.substring(0, 12) + " " + client.read(RawConnection.contentLength(head));
  }

  private static Certificate presented(RunningGateway gateway) throws IOException {
    try (RawConnection client = RawConnection.overTls(gateway.data(), "TLSv1.3")) {
      return client.peer();
    }
  }

  @Test
  void requests_areAnswered_overTlsAlone() throws Exception {
    write(first, first);
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.from(settingsFor(upstream, ""));
        RawConnection modern = RawConnection.overTls(gateway.data(), "TLSv1.3");
        RawConnection old = RawConnection.overTls(gateway.data(), "TLSv1.2");
        RawConnection plain = RawConnection.to(gateway.data())) {

      assertThat(get(modern)).isEqualTo("HTTP/1.1 200 GET /x");
      assertThat(get(old)).isEqualTo("HTTP/1.1 200 GET /x");
      assertThat(modern.peer()).isEqualTo(first.certificate());
      assertThat(plain.sendHead("GET /erp/x HTTP/1.1", "Host: h").readAll())
          .doesNotContain("HTTP/1.1");
    }
  }

  @Test
  void minVersion_keepsOlderClientsOut() throws Exception {
    write(first, first);
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway =
            RunningGateway.from(settingsFor(upstream, ", minVersion: \"1.3\""))) {

      assertThat(presented(gateway)).isEqualTo(first.certificate());
      assertThatThrownBy(() -> RawConnection.overTls(gateway.data(), "TLSv1.2"))
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void newPair_isPresentedToNewConnections_andTheOthersGoOn() throws Exception {
    write(first, first);
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.from(settingsFor(upstream, ""));
        RawConnection before = RawConnection.overTls(gateway.data(), "TLSv1.3")) {
      get(before);

      write(second, second);

      await().atMost(SOON).until(() -> presented(gateway).equals(second.certificate()));
      assertThat(get(before)).isEqualTo("HTTP/1.1 200 GET /x");
    }
  }

  @Test
  void pairThatDoesNotMatch_keepsTheOneBefore_andIsReported() throws Exception {
    write(first, first);
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.from(settingsFor(upstream, ""))) {
      write(second, first);

      HttpResponse<String> answer = gateway.reload();

      assertThat(answer.statusCode()).isEqualTo(422);
      assertThat(answer.body())
          .contains("gear.yaml:4:38: 'key' isn't the private key of the first 'certificate'");
      assertThat(presented(gateway)).isEqualTo(first.certificate());

      write(second, second);
      assertThat(gateway.reload().statusCode()).isEqualTo(200);
      assertThat(presented(gateway)).isEqualTo(second.certificate());
    }
  }

  @Test
  void withoutTlsAnyMore_needsARestart() throws Exception {
    write(first, first);
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.from(settingsFor(upstream, ""))) {
      settings.dependencies("erp: { url: '" + upstream.uri() + "' }");

      assertThat(gateway.reload().body()).contains("needs a restart to be without TLS");
      assertThat(presented(gateway)).isEqualTo(first.certificate());
    }
  }
}
