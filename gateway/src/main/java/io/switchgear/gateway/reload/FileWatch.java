// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.reload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Notices that files have other contents than when they were last read. It looks at what is in
 * them, not at their dates: editors put a new file in the place of the old one, and Kubernetes
 * changes where a link points to, with dates that may be older.
 *
 * <p>Contents count once they were the same in two looks, so that nobody reads half of what is
 * being written.
 *
 * <p><b>Thread safety:</b> none. <b>Blocking:</b> reads the files.
 */
final class FileWatch {
  private static final int MAX_BYTES = 1024 * 1024;

  /** What a file looks like that can't be read. */
  private static final ByteBuffer ABSENT = ByteBuffer.allocate(0);

  private Map<Path, ByteBuffer> read = Map.of();
  private Map<Path, ByteBuffer> seen = Map.of();

  /** The files are about to be read again. */
  void begin() {
    read = prints(read.keySet());
  }

  /** These files were read, those that were known before not earlier than {@link #begin}. */
  void wereRead(Set<Path> files) {
    Map<Path, ByteBuffer> prints = new HashMap<>();
    files.forEach(file -> prints.put(file, read.getOrDefault(file, print(file))));
    read = prints;
  }

  /** Whether the files have other contents than when they were read, and had them a look ago. */
  boolean haveChanged() {
    Map<Path, ByteBuffer> before = seen;
    seen = prints(read.keySet());
    return !seen.equals(read) && seen.equals(before);
  }

  private static Map<Path, ByteBuffer> prints(Set<Path> files) {
    Map<Path, ByteBuffer> prints = new HashMap<>();
    files.forEach(file -> prints.put(file, print(file)));
    return prints;
  }

  private static ByteBuffer print(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (IOException e) {
      return ABSENT;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java platform has SHA-256", e);
    }
  }
}
