// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.config.TlsConfig;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;

/** The listener's certificate as the HTTP library takes it. */
final class ListenerTls {
  private static final String VERSION_1_2 = "TLSv1.2";
  private static final String VERSION_1_3 = "TLSv1.3";
  private static final List<String> PROTOCOLS = List.of("h2", "http/1.1");

  /** The key store is never written. */
  private static final char[] NO_PASSWORD = {};

  private ListenerTls() {}

  static void on(HttpServerOptions server, TlsConfig tls) {
    server
        .setSsl(true)
        .setUseAlpn(true)
        .setKeyCertOptions(certificate(tls))
        .setEnabledSecureTransportProtocols(versions(tls));
  }

  static ServerSSLOptions options(TlsConfig tls) {
    return new ServerSSLOptions()
        .setUseAlpn(true)
        .setKeyCertOptions(certificate(tls))
        .setEnabledSecureTransportProtocols(versions(tls))
        .setApplicationLayerProtocols(PROTOCOLS);
  }

  private static Set<String> versions(TlsConfig tls) {
    return tls.minVersion() == TlsConfig.Version.TLS_1_3
        ? Set.of(VERSION_1_3)
        : Set.of(VERSION_1_2, VERSION_1_3);
  }

  private static KeyCertOptions certificate(TlsConfig tls) {
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, NO_PASSWORD);
      keys.setKeyEntry(
          "listen",
          tls.privateKey(),
          NO_PASSWORD,
          tls.certificates().toArray(X509Certificate[]::new));
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, NO_PASSWORD);
      return KeyCertOptions.wrap(managers);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the pair was checked when the settings were read", e);
    }
  }
}
