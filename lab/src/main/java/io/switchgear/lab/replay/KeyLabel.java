// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Keys may be secrets, so a report has the beginning of their SHA-256 in their place. */
final class KeyLabel {
  private static final String ALGORITHM = "SHA-256";
  private static final int BYTES = 6;

  private KeyLabel() {}

  static String of(String key) {
    if (key.isEmpty()) {
      return "none";
    }
    try {
      byte[] hash =
          MessageDigest.getInstance(ALGORITHM).digest(key.getBytes(StandardCharsets.UTF_8));
      return "key-" + HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Each JDK has " + ALGORITHM, e);
    }
  }
}
