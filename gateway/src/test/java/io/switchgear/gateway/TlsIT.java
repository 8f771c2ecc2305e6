// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate of a dependency is checked, and its name. */
class TlsIT {
  private static final String TRUST_STORE = "javax.net.ssl.trustStore";
  private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";

  @TempDir private Path folder;
  private Vertx vertx;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void stop() {
    System.clearProperty(TRUST_STORE);
    System.clearProperty(TRUST_STORE_PASSWORD);
    vertx.close().await();
  }

  @Test
  void trustedCertificate_ofTheHost_isAccepted() throws Exception {
    URI uri = serve(TestCertificate.of(folder, "ip:127.0.0.1"), true);
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri)) {

      assertThat(gateway.get("/erp/x").body()).isEqualTo("over TLS");
    }
  }

  @Test
  void trustedCertificate_ofAnotherHost_isRefused() throws Exception {
    URI uri = serve(TestCertificate.of(folder, "dns:other.example"), true);

    assertRefused(uri);
  }

  @Test
  void certificateOfNobody_isRefused() throws Exception {
    URI uri = serve(TestCertificate.of(folder, "ip:127.0.0.1"), false);

    assertRefused(uri);
  }

  private static void assertRefused(URI uri) {
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri)) {
      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(502);
      assertThat(answer.headers().firstValue("Switchgear-Outcome"))
          .contains("primary;error=connect");
      assertThat(gateway.calls("failure")).isEqualTo(1);
    }
  }

  private URI serve(TestCertificate certificate, boolean trusted) {
    if (trusted) {
      System.setProperty(TRUST_STORE, certificate.keyStore().toString());
      System.setProperty(TRUST_STORE_PASSWORD, TestCertificate.PASSWORD);
    }
    HttpServer server =
        vertx
            .createHttpServer(
                new HttpServerOptions().setSsl(true).setKeyCertOptions(certificate.options()))
            .requestHandler(request -> request.response().end("over TLS"));
    server.listen(0, "127.0.0.1").await();
    return URI.create("https://127.0.0.1:" + server.actualPort());
  }
}
