// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Optional;

/**
 * Private keys as files have them: in the form of PKCS #8 (RFC 5958), or in the older ones of RSA
 * (RFC 8017) and of elliptic curves (RFC 5915), which are the inner part of the former.
 */
final class PrivateKeys {
  private static final byte[] VERSION = {2, 1, 0};
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final int LONG_FORM = 0x80;

  private PrivateKeys() {}

  static boolean isOne(Pem block) {
    return switch (block.label()) {
      case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY" -> true;
      default -> false;
    };
  }

  /** The key in a block; empty when it can't be that of the public key. */
  static Optional<PrivateKey> read(Pem block, PublicKey publicKey) {
    try {
      boolean whole = block.label().equals("PRIVATE KEY");
      byte[] bytes = whole ? block.bytes() : wrapped(block.bytes(), publicKey);
      PrivateKey key =
          KeyFactory.getInstance(publicKey.getAlgorithm())
              .generatePrivate(new PKCS8EncodedKeySpec(bytes));
      return belong(key, publicKey) ? Optional.of(key) : Optional.empty();
    } catch (GeneralSecurityException | RuntimeException e) {
      // The parsers of some providers throw what they like at a wrong byte.
      return Optional.empty();
    }
  }

  /** Whether what one signs the other believes. */
  private static boolean belong(PrivateKey key, PublicKey publicKey)
      throws GeneralSecurityException {
    byte[] text = "switchgear".getBytes(StandardCharsets.UTF_8);
    Signature signature = Signature.getInstance(algorithm(publicKey));
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(text);
    return signature.verify(signed);
  }

  private static String algorithm(PublicKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }

  /** Puts around an inner part what PKCS #8 has around it; the public key names the algorithm. */
  private static byte[] wrapped(byte[] inner, PublicKey publicKey) {
    return element(
        SEQUENCE, joined(VERSION, algorithmOf(publicKey.getEncoded()), element(OCTETS, inner)));
  }

  /** The first element of the sequence that a public key is. */
  private static byte[] algorithmOf(byte[] publicKey) {
    int start = headLength(publicKey, 0);
    int end = start + headLength(publicKey, start) + contentLength(publicKey, start);
    return Arrays.copyOfRange(publicKey, start, end);
  }

  private static int headLength(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    return first < LONG_FORM ? 2 : 2 + first - LONG_FORM;
  }

  private static int contentLength(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    int length = first < LONG_FORM ? first : 0;
    for (int i = 0; i < headLength(der, at) - 2; i++) {
      length = (length << Byte.SIZE) | (der[at + 2 + i] & 0xff);
    }
    return length;
  }

  private static byte[] element(int tag, byte[] content) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.write(tag);
    if (content.length < LONG_FORM) {
      head.write(content.length);
    } else if (content.length < 1 << Byte.SIZE) {
      head.write(LONG_FORM + 1);
      head.write(content.length);
    } else {
      // Files are shorter than 64 KiB, so two bytes are enough.
      head.write(LONG_FORM + 2);
      head.write(content.length >> Byte.SIZE);
      head.write(content.length);
    }
    return joined(head.toByteArray(), content);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }
}
