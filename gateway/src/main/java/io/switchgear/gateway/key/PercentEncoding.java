// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The encoding of characters in targets, with {@code %} and two hexadecimal digits for a byte. */
final class PercentEncoding {
  private PercentEncoding() {}

  /**
   * Decodes once. A plus stays one, since only forms write a space so.
   *
   * @param text the text as it was sent
   * @return what it stands for; the text itself when its encoding is malformed or not UTF-8
   */
  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] sent = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer decoded = ByteBuffer.allocate(sent.length);
    int i = 0;
    while (i < sent.length) {
      if (sent[i] != '%') {
        decoded.put(sent[i++]);
      } else if (isByte(sent, i + 1)) {
        int high = HexFormat.fromHexDigit(sent[i + 1]);
        decoded.put((byte) (high << 4 | HexFormat.fromHexDigit(sent[i + 2])));
        i += 3;
      } else {
        return text;
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException e) {
      return text;
    }
  }

  private static boolean isByte(byte[] sent, int start) {
    return start + 1 < sent.length
        && HexFormat.isHexDigit(sent[start])
        && HexFormat.isHexDigit(sent[start + 1]);
  }
}
