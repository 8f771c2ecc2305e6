// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A frame of HTTP/2 as it is on the wire (RFC 9113, 4.1), be it valid or not. */
final class Http2Frame {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int ACK = 1;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;
  static final int PRIORITY = 32;

  private static final int HEAD_BYTES = 9;
  private static final int INITIAL_WINDOW_SIZE = 4;

  private final int type;
  private final int flags;
  private final int stream;
  private final byte[] payload;

  Http2Frame(int type, int flags, int stream, byte[] payload) {
    this.type = type;
    this.flags = flags;
    this.stream = stream;
    this.payload = payload;
  }

  static Http2Frame of(int type, int flags, int stream) {
    return new Http2Frame(type, flags, stream, new byte[0]);
  }

  /** Headers by name and value, each as a literal that isn't kept (RFC 7541, 6.2.2). */
  static Http2Frame headers(int stream, int flags, String... namesAndValues) {
    return new Http2Frame(HEADERS, flags, stream, block(namesAndValues));
  }

  static byte[] block(String... namesAndValues) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      block.write(0);
      text(namesAndValues[i], block);
      text(namesAndValues[i + 1], block);
    }
    return block.toByteArray();
  }

  private static void text(String text, ByteArrayOutputStream to) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int rest = bytes.length - 127;
    if (rest < 0) {
      to.write(bytes.length);
    } else {
      to.write(127);
      for (; rest >= 128; rest >>= 7) {
        to.write(rest % 128 + 128);
      }
      to.write(rest);
    }
    to.writeBytes(bytes);
  }

  static Http2Frame data(int stream, int flags, String text) {
    return new Http2Frame(DATA, flags, stream, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static Http2Frame reset(int stream) {
    return new Http2Frame(RST_STREAM, 0, stream, number(8));
  }

  static Http2Frame windowUpdate(int stream, int more) {
    return new Http2Frame(WINDOW_UPDATE, 0, stream, number(more));
  }

  static Http2Frame initialWindow(int bytes) {
    ByteBuffer setting = ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE).putInt(bytes);
    return new Http2Frame(SETTINGS, 0, 0, setting.array());
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  byte[] bytes() {
    return ByteBuffer.allocate(HEAD_BYTES + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  int type() {
    return type;
  }

  int flags() {
    return flags;
  }

  int stream() {
    return stream;
  }

  byte[] payload() {
    return payload;
  }

  /** The number at a place of the payload, such as the code of an error. */
  int number(int at, int width) {
    int number = 0;
    for (int i = at; i < at + width; i++) {
      number = (number << 8) | (payload[i] & 0xff);
    }
    return number;
  }
}
