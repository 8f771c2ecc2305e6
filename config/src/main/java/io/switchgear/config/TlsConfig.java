// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of a listener, as its files were when the settings were read.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class TlsConfig {
  /** Versions of TLS. */
  public enum Version {
    /** TLS 1.2 (RFC 5246). */
    TLS_1_2,
    /** TLS 1.3 (RFC 8446). */
    TLS_1_3
  }

  private final List<X509Certificate> certificates;
  private final PrivateKey privateKey;
  private final Version minVersion;

  TlsConfig(List<X509Certificate> certificates, PrivateKey privateKey, Version minVersion) {
    this.certificates = List.copyOf(certificates);
    this.privateKey = privateKey;
    this.minVersion = minVersion;
  }

  /**
   * The certificate and those that lead to its issuer.
   *
   * @return at least one; unmodifiable
   */
  public List<X509Certificate> certificates() {
    return certificates;
  }

  /**
   * The private key of the first certificate.
   *
   * @return the key; don't log it
   */
  public PrivateKey privateKey() {
    return privateKey;
  }

  /**
   * The oldest version of TLS that is spoken.
   *
   * @return the version; default {@link Version#TLS_1_2}
   */
  public Version minVersion() {
    return minVersion;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TlsConfig that
        && certificates.equals(that.certificates)
        && privateKey.equals(that.privateKey)
        && minVersion == that.minVersion;
  }

  @Override
  public int hashCode() {
    return Objects.hash(certificates, minVersion);
  }

  /** Names the certificate alone. */
  @Override
  public String toString() {
    X509Certificate first = certificates.get(0);
    return first.getSubjectX500Principal() + " until " + first.getNotAfter().toInstant();
  }
}
