// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A block of a file in PEM form (RFC 7468). */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN (?<label>[A-Z0-9 ]{1,40})-----(?<text>[^-]{1,65536})-----END"
              + " \\k<label>-----");

  private final String label;
  private final byte[] bytes;

  private Pem(String label, byte[] bytes) {
    this.label = label;
    this.bytes = bytes;
  }

  /** What it holds. */
  String label() {
    return label;
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /** The blocks of a text; what isn't well formed is left out. */
  static List<Pem> blocks(String text) {
    List<Pem> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      try {
        byte[] bytes = Base64.getMimeDecoder().decode(matcher.group("text"));
        blocks.add(new Pem(matcher.group("label"), bytes));
      } catch (IllegalArgumentException e) {
        // It isn't Base64, so there is no such block.
      }
    }
    return blocks;
  }
}
