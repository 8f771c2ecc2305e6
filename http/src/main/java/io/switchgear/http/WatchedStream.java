// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A response's body on its way to its reader: each piece is looked at. Where the beginning decides
 * what the answer is, it was read ahead: up to 64 KiB and a piece.
 */
final class WatchedStream extends InputStream {
  private static final int PIECE_BYTES = 8 * 1024;

  private final InputStream body;
  private final HttpResult result;
  private final Deadline until;
  private byte[] ahead = {};
  private int taken;
  private boolean over;
  private @Nullable IOException broken;
  private volatile boolean reading;

  WatchedStream(InputStream body, HttpResult result, Deadline until) {
    this.body = body;
    this.result = result;
    this.until = until;
  }

  /** Reads ahead until it is known what the answer is. */
  WatchedStream begun() throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] piece = new byte[PIECE_BYTES];
    while (!result.hasBegun()) {
      int length = more(piece, 0, piece.length);
      if (length > 0) {
        read.write(piece, 0, length);
      }
    }
    ahead = read.toByteArray();
    return this;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int length = read(one, 0, 1);
    return length < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (taken < ahead.length) {
      int known = Math.min(length, ahead.length - taken);
      System.arraycopy(ahead, taken, into, offset, known);
      taken += known;
      return known;
    }
    if (broken != null) {
      // Whoever has swallowed it once must not take what came for the whole.
      throw new IOException(broken);
    }
    return over ? -1 : more(into, offset, length);
  }

  private int more(byte[] into, int offset, int length) throws IOException {
    int read;
    reading = true;
    try {
      if (until.isOver()) {
        throw new InterruptedIOException("the answer wasn't complete in time");
      }
      read = body.read(into, offset, length);
    } catch (IOException e) {
      broken = e;
      if (result.isGivenUp() || Thread.currentThread().isInterrupted()) {
        result.abandon();
      } else {
        result.fail(e);
      }
      throw e;
    } finally {
      reading = false;
    }
    if (read < 0) {
      over = true;
      result.complete();
    } else if (result.looksAtMore()) {
      var unused = result.scan(Arrays.copyOfRange(into, offset, offset + read));
    }
    return read;
  }

  @Override
  public int available() throws IOException {
    int known = ahead.length - taken;
    return known > 0 || over || broken != null ? known : body.available();
  }

  /** Whoever has got all that was asked for and leaves has seen nothing that is wrong. */
  @Override
  public void close() throws IOException {
    if (reading) {
      result.abandon();
    } else {
      result.leave();
    }
    body.close();
  }
}
