// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The lines of a text, none of them longer than a bound. */
final class Lines {
  /** Of a longer line the rest is left out, which makes it malformed in any format. */
  static final int MAX_LENGTH = 1 << 20;

  private final Reader text;
  private final char[] buffer = new char[1 << 14];
  private final StringBuilder line = new StringBuilder();
  private int position;
  private int limit;
  private long number;

  Lines(Reader text) {
    this.text = text;
  }

  /** The next line without its end; null when there is none. */
  @Nullable String next() throws IOException {
    line.setLength(0);
    boolean any = false;
    while (position < limit || fill()) {
      any = true;
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      int room = Math.max(0, Math.min(end - position, MAX_LENGTH - line.length()));
      line.append(buffer, position, room);
      position = end + 1;
      if (end < limit) {
        break;
      }
    }
    if (!any) {
      return null;
    }
    number++;
    int length = line.length();
    boolean dos = length > 0 && line.charAt(length - 1) == '\r';
    return line.substring(0, dos ? length - 1 : length);
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, text.read(buffer));
    return limit > 0;
  }

  /** The number of the line that was read last, from 1. */
  long number() {
    return number;
  }

  /** What no line was taken from yet, for a parser that doesn't go by lines. */
  Reader rest() {
    return new Rest();
  }

  private final class Rest extends Reader {
    @Override
    public int read(char[] into, int offset, int length) throws IOException {
      if (position < limit) {
        int count = Math.min(length, limit - position);
        System.arraycopy(buffer, position, into, offset, count);
        position += count;
        return count;
      }
      return text.read(into, offset, length);
    }

    @Override
    public void close() throws IOException {
      text.close();
    }
  }
}
