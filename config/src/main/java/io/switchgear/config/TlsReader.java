// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the certificate of a listener and its key, and checks that they belong together. */
final class TlsReader {
  private static final Key<Path> CERTIFICATE =
      Key.of(
              "certificate",
              new FileKind(),
              "the certificate and those that lead to its issuer, in PEM form; relative to the"
                  + " settings file")
          .required();

  private static final Key<Path> PRIVATE_KEY =
      Key.of("key", new FileKind(), "its private key, in PEM form, without a passphrase")
          .required();

  private static final Key<TlsConfig.Version> MIN_VERSION =
      Key.of(
              "minVersion",
              new ChoiceKind<>(
                  new TreeMap<>(
                      Map.of("1.2", TlsConfig.Version.TLS_1_2, "1.3", TlsConfig.Version.TLS_1_3))),
              "the oldest version of TLS that is spoken")
          .standard("1.2");

  static final Key<TlsConfig> TLS =
      Key.of(
              "tls",
              new SectionKind("tls", Keys.of(CERTIFICATE, PRIVATE_KEY, MIN_VERSION))
                  .to(TlsReader::tls),
              "the certificate with which calls are taken over TLS")
          .standardWords("without TLS");

  private TlsReader() {}

  private static Optional<TlsConfig> tls(Section section) {
    List<X509Certificate> chain = chain(section);
    List<Pem> keys = keys(section);
    TlsConfig.Version oldest = section.get(MIN_VERSION).orElse(TlsConfig.Version.TLS_1_2);
    if (chain.isEmpty() || keys.isEmpty()) {
      return Optional.empty();
    }
    PublicKey publicKey = chain.get(0).getPublicKey();
    Optional<PrivateKey> key =
        keys.stream().flatMap(it -> PrivateKeys.read(it, publicKey).stream()).findFirst();
    if (key.isEmpty()) {
      section.wrong(PRIVATE_KEY, "isn't the private key of the first 'certificate'");
    }
    return key.map(it -> new TlsConfig(chain, it, oldest));
  }

  private static List<X509Certificate> chain(Section section) {
    List<X509Certificate> chain = new ArrayList<>();
    Optional<String> text = text(section, CERTIFICATE);
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Pem block : text.map(Pem::blocks).orElse(List.of())) {
        if (block.label().equals("CERTIFICATE")) {
          var bytes = new ByteArrayInputStream(block.bytes());
          chain.add((X509Certificate) factory.generateCertificate(bytes));
        }
      }
    } catch (CertificateException e) {
      chain.clear();
    }
    if (text.isPresent() && chain.isEmpty()) {
      section.wrong(CERTIFICATE, "must be a file with certificates in PEM form");
    }
    return chain;
  }

  private static List<Pem> keys(Section section) {
    Optional<String> text = text(section, PRIVATE_KEY);
    List<Pem> blocks = text.map(Pem::blocks).orElse(List.of());
    List<Pem> keys = blocks.stream().filter(PrivateKeys::isOne).toList();
    if (text.isPresent() && keys.isEmpty()) {
      boolean encrypted = blocks.stream().anyMatch(it -> it.label().startsWith("ENCRYPTED"));
      section.wrong(
          PRIVATE_KEY,
          encrypted
              ? "must have no passphrase: nobody is there to type it"
              : "must be a file with a private key in PEM form");
    }
    return keys;
  }

  private static Optional<String> text(Section section, Key<Path> key) {
    return section
        .setting(key)
        .flatMap(
            setting ->
                section
                    .get(key)
                    .flatMap(
                        file -> setting.reading().references().content(file, setting::problem)));
  }
}
