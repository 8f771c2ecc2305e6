// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a file's text. */
final class SettingsFile {
  private static final int MAX_BYTES = 1024 * 1024;

  private SettingsFile() {}

  static String read(Path path, Problems problems) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(path)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw problems.fatal(0, 0, reason(path, e));
    }
    if (bytes.length > MAX_BYTES) {
      throw problems.fatal(0, 0, "the file is larger than 1 MiB");
    }
    return decode(bytes, problems);
  }

  private static String reason(Path path, IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "the file can't be read: permission denied";
    }
    return Files.isDirectory(path)
        ? "this is a directory, not a file"
        : "the file can't be read: " + Printable.of(String.valueOf(e.getMessage()));
  }

  private static String decode(byte[] bytes, Problems problems) {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    boolean malformed = decoder.decode(ByteBuffer.wrap(bytes), text, true).isError();
    String decoded = text.flip().toString();
    if (malformed) {
      TextPlace place = TextPlace.after(decoded);
      throw problems.fatal(place.line(), place.column(), "the file isn't UTF-8 text");
    }
    return decoded;
  }
}
