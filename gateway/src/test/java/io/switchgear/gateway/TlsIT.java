// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate of a dependency is checked, and its name. */
class TlsIT {
  private static final String PASSWORD = "changeit";
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
    URI uri = serve(certificate("ip:127.0.0.1"), true);
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri)) {

      assertThat(gateway.get("/erp/x").body()).isEqualTo("over TLS");
    }
  }

  @Test
  void trustedCertificate_ofAnotherHost_isRefused() throws Exception {
    URI uri = serve(certificate("dns:other.example"), true);

    assertRefused(uri);
  }

  @Test
  void certificateOfNobody_isRefused() throws Exception {
    URI uri = serve(certificate("ip:127.0.0.1"), false);

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

  private URI serve(Path keyStore, boolean trusted) {
    if (trusted) {
      System.setProperty(TRUST_STORE, keyStore.toString());
      System.setProperty(TRUST_STORE_PASSWORD, PASSWORD);
    }
    HttpServer server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setKeyCertOptions(
                        new PfxOptions().setPath(keyStore.toString()).setPassword(PASSWORD)))
            .requestHandler(request -> request.response().end("over TLS"));
    server.listen(0, "127.0.0.1").await();
    return URI.create("https://127.0.0.1:" + server.actualPort());
  }

  /** A key store with a certificate that signed itself. */
  private Path certificate(String name) throws IOException, InterruptedException {
    Path keyStore = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "test",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + name,
                "-ext",
                "bc=ca:true",
                "-storetype",
                "PKCS12",
                "-keystore",
                keyStore.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
    return keyStore;
  }
}
