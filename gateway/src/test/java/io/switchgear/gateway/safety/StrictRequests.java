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
 * differently is malformed. What a gateway writes must be this, and what it understands must be no
 * more than this and what the RFC lets a server take besides.
 */
final class StrictRequests {
  private static final Pattern LINE =
      Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+ [\\x21-\\x7e]+ HTTP/1\\.[01]");

  /** A target that is none is refused by itself, and it is clear where its request ends. */
  private static final Pattern ANY_LINE =
      Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ \\t\\x0b\\f\\r]+ HTTP/1\\.[01]");

  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
  private static final Pattern CHUNK_SIZE = Pattern.compile("[0-9A-Fa-f]{1,7}");
  private static final int LONGEST_LINE = 100_000;

  /** A server may stop there in the size of a chunk, and take the rest for an extension. */
  private static final Pattern NO_TEXT = Pattern.compile("[\\x00-\\x20\\x7f]");

  private final InputStream in;
  private final boolean lenient;

  /** Takes a message as RFC 9112 has it alone. */
  StrictRequests(InputStream in) {
    this(in, false);
  }

  private StrictRequests(InputStream in, boolean lenient) {
    this.in = in;
    this.lenient = lenient;
  }

  /**
   * What a server could make of a client's bytes at most.
   *
   * @param text what a client sends, a character for a byte
   */
  static Sequence sent(String text) {
    List<Received> all = new ArrayList<>();
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    StrictRequests requests = new StrictRequests(new ByteArrayInputStream(bytes), true);
    try {
      Optional<Received> next = requests.next();
      while (next.isPresent()) {
        all.add(next.get());
        next = requests.next();
      }
    } catch (EOFException cut) {
      return new Sequence(all, End.CUT);
    } catch (IOException malformed) {
      return new Sequence(all, End.MALFORMED);
    }
    return new Sequence(all, End.CLEAN);
  }

  /** The next request; empty when there is none. */
  Optional<Received> next() throws IOException {
    int first = in.read();
    while (lenient && first >= 0 && (first <= ' ' || first == 0x7f)) {
      first = in.read();
    }
    if (first < 0) {
      return Optional.empty();
    }
    String line = line(first, lenient);
    // A client may send an empty line after a body (RFC 9112, 2.2).
    while (line.isEmpty()) {
      first = in.read();
      if (first < 0) {
        return Optional.empty();
      }
      line = line(first, lenient);
    }
    check((lenient ? ANY_LINE : LINE).matcher(line).matches(), "request line '" + line + "'");
    List<String> headers = headers();
    Received head = new Received(line, headers, "");
    return Optional.of(new Received(line, headers, body(head)));
  }

  private List<String> headers() throws IOException {
    List<String> headers = new ArrayList<>();
    for (String line = line(in.read()); !line.isEmpty(); line = line(in.read())) {
      if (lenient && isFold(line) && !headers.isEmpty()) {
        int last = headers.size() - 1;
        headers.set(last, headers.get(last) + " " + line.strip());
        continue;
      }
      int colon = line.indexOf(':');
      check(colon > 0 && NAME.matcher(line.substring(0, colon)).matches(), "header '" + line + "'");
      headers.add(line);
    }
    return headers;
  }

  private static boolean isFold(String line) {
    return line.charAt(0) == ' ' || line.charAt(0) == '\t';
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
      String line = line(in.read(), lenient);
      int extension = line.indexOf(';');
      String size = extension < 0 ? line : line.substring(0, extension).stripTrailing();
      size = lenient ? NO_TEXT.split(size.strip(), 2)[0] : size;
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
    return line(first, false);
  }

  private String line(int first, boolean anyCharacter) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = first;
    while (true) {
      if (next < 0) {
        throw new EOFException("cut off in a head");
      }
      if (next == '\r') {
        next = in.read();
        if (next == '\n') {
          return line.toString(StandardCharsets.ISO_8859_1);
        }
        check(anyCharacter || next < 0, "CR without LF");
        line.write('\r');
        continue;
      }
      boolean text = (next >= ' ' && next != 0x7f) || next == '\t';
      check(
          (text || (anyCharacter && next != '\n')) && line.size() < LONGEST_LINE,
          "character " + next + " in a line");
      line.write(next);
      next = in.read();
    }
  }

  private static void check(boolean right, String wrong) throws IOException {
    if (!right) {
      throw new IOException("malformed: " + wrong);
    }
  }

  /** How bytes end. */
  enum End {
    /** Behind a request. */
    CLEAN,
    /** In the middle of one. */
    CUT,
    /** No server can read on. */
    MALFORMED
  }

  /**
   * What a client sends.
   *
   * @param requests the requests that are whole
   * @param end what follows them
   */
  record Sequence(List<Received> requests, End end) {}

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
