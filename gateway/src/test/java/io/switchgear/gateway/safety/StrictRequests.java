// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads requests as RFC 9112 writes them and in no other way: whatever two readers could understand
 * differently is malformed. What a gateway understands must be no more than this.
 */
final class StrictRequests {
  private static final Pattern LINE =
      Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+ [\\x21-\\x7e]+ HTTP/1\\.[01]");
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
  private static final Pattern CHUNK_SIZE = Pattern.compile("[0-9A-Fa-f]{1,7}");
  private static final int LONGEST_LINE = 100_000;

  private final InputStream in;

  StrictRequests(InputStream in) {
    this.in = in;
  }

  /** All requests of a text up to its end, or to the first that is malformed or cut off. */
  static List<Received> of(byte[] bytes) {
    List<Received> all = new ArrayList<>();
    StrictRequests requests = new StrictRequests(new ByteArrayInputStream(bytes));
    try {
      Optional<Received> next = requests.next();
      while (next.isPresent()) {
        all.add(next.get());
        next = requests.next();
      }
    } catch (IOException malformed) {
      return all;
    }
    return all;
  }

  /** The next request; empty when there is none. */
  Optional<Received> next() throws IOException {
    int first = in.read();
    if (first < 0) {
      return Optional.empty();
    }
    String line = line(first);
    // A client may send an empty line after a body (RFC 9112, 2.2).
    while (line.isEmpty()) {
      first = in.read();
      if (first < 0) {
        return Optional.empty();
      }
      line = line(first);
    }
    check(LINE.matcher(line).matches(), "request line '" + line + "'");
    List<String> headers = headers();
    Received head = new Received(line, headers, "");
    return Optional.of(new Received(line, headers, body(head)));
  }

  private List<String> headers() throws IOException {
    List<String> headers = new ArrayList<>();
    for (String line = line(in.read()); !line.isEmpty(); line = line(in.read())) {
      int colon = line.indexOf(':');
      check(colon > 0 && NAME.matcher(line.substring(0, colon)).matches(), "header '" + line + "'");
      headers.add(line);
    }
    return headers;
  }

  private String body(Received head) throws IOException {
    List<String> lengths = head.values("Content-Length");
    List<String> codings = head.values("Transfer-Encoding");
    if (codings.isEmpty() && lengths.isEmpty()) {
      return "";
    }
    if (codings.isEmpty()) {
      check(lengths.size() == 1 && LENGTH.matcher(lengths.get(0)).matches(), "length " + lengths);
      return bytes(Long.parseLong(lengths.get(0)));
    }
    check(lengths.isEmpty(), "length and transfer coding");
    check(codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked"), "coding " + codings);
    check(head.line().endsWith("1.1"), "transfer coding in HTTP/1.0");
    return chunks();
  }

  private String chunks() throws IOException {
    StringBuilder body = new StringBuilder();
    while (true) {
      String line = line(in.read());
      int extension = line.indexOf(';');
      String size = extension < 0 ? line : line.substring(0, extension).stripTrailing();
      check(CHUNK_SIZE.matcher(size).matches(), "chunk size '" + line + "'");
      int length = Integer.parseInt(size, 16);
      if (length == 0) {
        headers();
        return body.toString();
      }
      body.append(bytes(length));
      check(line(in.read()).isEmpty(), "no line end behind a chunk");
    }
  }

  private String bytes(long length) throws IOException {
    byte[] bytes = in.readNBytes((int) Math.min(length, Integer.MAX_VALUE - 8L));
    if (bytes.length < length) {
      throw new EOFException("cut off in a body");
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private String line(int first) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = first;
    while (next != '\r') {
      if (next < 0) {
        throw new EOFException("cut off in a head");
      }
      boolean text = next >= ' ' && next != 0x7f || next == '\t';
      check(text && line.size() < LONGEST_LINE, "character " + next + " in a line");
      line.write(next);
      next = in.read();
    }
    check(in.read() == '\n', "CR without LF");
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private static void check(boolean right, String wrong) throws IOException {
    if (!right) {
      throw new IOException("malformed: " + wrong);
    }
  }

  /**
   * A request.
   *
   * @param line its first line
   * @param headers its headers, a line each
   * @param body its body without the chunks' heads, a character for a byte
   */
  record Received(String line, List<String> headers, String body) {

    /** The values of a header. */
    List<String> values(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return headers.stream()
          .filter(header -> header.toLowerCase(Locale.ROOT).startsWith(start))
          .map(header -> header.substring(start.length()).strip())
          .toList();
    }

    String target() {
      return line.split(" ", -1)[1];
    }
  }
}
