// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Bytes that were one or more requests before chance had its way with them. */
final class MutatedRequest {
  private static final String CRLF = "\r\n";

  /** What decides where requests end and whom they are for, right and wrong. */
  private static final List<String> HEADERS =
      List.of(
          "Content-Length: 5",
          "Content-Length: 0",
          "Content-Length: 40",
          "Content-Length: 05",
          "Content-Length: +5",
          "Content-Length: 5, 5",
          "content-length:5 ",
          "Content-Length : 5",
          "Content-Length: 1000000",
          "Transfer-Encoding: chunked",
          "transfer-encoding:\tCHUNKED ",
          "Transfer-Encoding: identity",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding:\r\n chunked",
          "Transfer-Encoding : chunked",
          "Transfer-Encoding: x",
          "Host: other",
          "Host: a b",
          "Connection: close",
          "Connection: keep-alive, Host, Content-Length, X-A",
          "Expect: 100-continue",
          "Upgrade: h2c",
          "Upgrade: websocket",
          "Connection: Upgrade",
          "Trailer: X-T",
          "TE: trailers",
          ": empty",
          "No colon",
          "X-Fold: a\r\n b",
          "X-Long: " + "y".repeat(3_000));

  private static final String ODD = "\r\n\0 \t:;,/.?#%\\\u007f\u0080\u00ff-+0x\"*@[]\u000b\u0001";

  private final SplittableRandom random;
  private final String base;

  private MutatedRequest(SplittableRandom random, String base) {
    this.random = random;
    this.base = base;
  }

  /**
   * Makes one.
   *
   * @param random decides everything
   * @param path the path of all requests in it but the hidden ones
   * @param hidden the path of requests that are in bodies
   */
  static String of(SplittableRandom random, String path, String hidden) {
    MutatedRequest maker = new MutatedRequest(random, path);
    StringBuilder text = new StringBuilder(maker.valid(hidden));
    while (random.nextInt(3) == 0) {
      text.append(maker.valid(hidden));
    }
    String mutated = text.toString();
    for (int i = random.nextInt(5); i > 0; i--) {
      mutated = maker.mutate(mutated);
    }
    return mutated;
  }

  private String valid(String hidden) {
    String smuggled = "GET " + hidden + " HTTP/1.1" + CRLF + "Host: h" + CRLF + CRLF;
    return switch (random.nextInt(8)) {
      case 0 -> head("GET", "") + CRLF;
      case 1 -> head("HEAD", "") + CRLF;
      case 2 -> head("POST", "Content-Length: 5" + CRLF) + CRLF + "hello";
      case 3 -> head("PUT", "Content-Length: " + smuggled.length() + CRLF) + CRLF + smuggled;
      case 4 ->
          head("POST", "Transfer-Encoding: chunked" + CRLF) + CRLF + chunks("hello", smuggled);
      case 5 ->
          head("POST", "Expect: 100-continue" + CRLF + "Content-Length: 5" + CRLF) + CRLF + "hello";
      case 6 -> "GET " + base + " HTTP/1.0" + CRLF + "Connection: keep-alive" + CRLF + CRLF;
      default -> head("DELETE", "X-A: " + "a".repeat(random.nextInt(2_000)) + CRLF) + CRLF;
    };
  }

  private String head(String method, String more) {
    return method + " " + base + "?q HTTP/1.1" + CRLF + "Host: h" + CRLF + more;
  }

  private String chunks(String... pieces) {
    StringBuilder text = new StringBuilder();
    for (String piece : pieces) {
      String extension = random.nextInt(4) == 0 ? ";a=\"b\"" : "";
      text.append(Integer.toHexString(piece.length())).append(extension).append(CRLF);
      text.append(piece).append(CRLF);
    }
    String trailer = random.nextInt(4) == 0 ? "X-T: 1" + CRLF : "";
    return text.append("0").append(CRLF).append(trailer).append(CRLF).toString();
  }

  private String mutate(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int at = random.nextInt(text.length());
    return switch (random.nextInt(11)) {
      case 0 -> text.substring(0, at) + odd() + text.substring(at + 1);
      case 1 -> text.substring(0, at) + odd() + text.substring(at);
      case 2 -> text.substring(0, at) + text.substring(at + 1);
      case 3 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(at + 1);
      case 4, 5 -> withHeader(text);
      case 6 -> withLines(text, true);
      case 7 -> withLines(text, false);
      case 8 -> otherLineEnd(text, at);
      case 9 -> otherDigit(text, at);
      default -> random.nextInt(4) == 0 ? text.substring(0, at) : text + text.substring(at);
    };
  }

  private char odd() {
    return ODD.charAt(random.nextInt(ODD.length()));
  }

  private String withHeader(String text) {
    int end = text.indexOf(CRLF, random.nextInt(text.length()));
    String header = HEADERS.get(random.nextInt(HEADERS.size()));
    return end < 0 ? text : text.substring(0, end + 2) + header + CRLF + text.substring(end + 2);
  }

  /** A line comes twice, or two lines change places. */
  private String withLines(String text, boolean twice) {
    List<String> lines = new ArrayList<>(List.of(text.split(CRLF, -1)));
    int one = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    if (twice) {
      lines.add(other, lines.get(one));
    } else {
      String moved = lines.set(one, lines.get(other));
      lines.set(other, moved);
    }
    return String.join(CRLF, lines);
  }

  private String otherLineEnd(String text, int near) {
    int end = text.indexOf(CRLF, near);
    if (end < 0) {
      return text;
    }
    String other = List.of("\n", "\r", "\r\r\n", "\n\r", "\n\n", "").get(random.nextInt(6));
    return text.substring(0, end) + other + text.substring(end + 2);
  }

  private String otherDigit(String text, int near) {
    for (int i = near; i < text.length(); i++) {
      if (Character.isDigit(text.charAt(i))) {
        char other = "0123456789abcdef".charAt(random.nextInt(16));
        return text.substring(0, i) + other + text.substring(i + 1);
      }
    }
    return text;
  }
}
