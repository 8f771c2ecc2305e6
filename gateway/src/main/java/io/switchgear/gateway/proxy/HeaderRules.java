// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.http.Idempotency;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which headers pass. What concerns one connection alone stays behind (RFC 9110, 7.6.1): the
 * headers listed here and those that the header Connection names. How long a body is, is passed on
 * by its length alone; a chunked body is chunked anew, and its trailers are dropped (6.5.1).
 *
 * <p>The dependency gets its own Host and learns from Via that there is a gateway. It isn't told
 * the address of the client: that would tell the outside about the inside. An X-Forwarded-For or
 * Forwarded that the client sends passes, since the client decided that.
 */
final class HeaderRules {
  /** The answer's origin, for the client. An upstream's own header of this name is dropped. */
  static final CharSequence OUTCOME = HttpHeaders.createOptimized("Switchgear-Outcome");

  /** With what a dependency recognizes a request that comes again. */
  static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized(Idempotency.KEY_HEADER);

  /** Tells clients that retry by themselves whether to; OpenAI's and Anthropic's libraries do. */
  static final CharSequence SHOULD_RETRY = HttpHeaders.createOptimized("x-should-retry");

  private static final CharSequence VIA = HttpHeaders.createOptimized("Via");
  private static final CharSequence VIA_US = HttpHeaders.createOptimized("1.1 switchgear");
  private static final CharSequence VIA_US_2 = HttpHeaders.createOptimized("2 switchgear");
  private static final String COOKIE = "Cookie";

  private static final NameSet HOP_BY_HOP =
      NameSet.of(
          "Connection",
          "Keep-Alive",
          "Proxy-Authenticate",
          "Proxy-Authorization",
          "Proxy-Connection",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade");

  /** Ours replaces it. */
  private static final NameSet RESPONSE_ONLY = NameSet.of(OUTCOME.toString());

  private static final NameSet REQUEST_ONLY = NameSet.of("Expect", "Host", "HTTP2-Settings");

  /** A client must not strip these by naming them in Connection: they say where a body ends. */
  private static final NameSet NEVER_NAMED = NameSet.of("Content-Length");

  private HeaderRules() {}

  /**
   * Passes a request's headers on. The pieces of a cookie, which HTTP/2 may split, become one again
   * (RFC 9113, 8.2.3).
   *
   * @param from the client's headers
   * @param to the headers of the request to the dependency
   * @param version what the client speaks
   */
  static void passRequest(MultiMap from, MultiMap to, HttpVersion version) {
    NameSet named = namedInConnection(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey();
      if (passes(name, named) && !REQUEST_ONLY.contains(name)) {
        to.add(name, header.getValue());
      }
    }
    if (version == HttpVersion.HTTP_2) {
      List<String> cookies = to.getAll(COOKIE);
      if (cookies.size() > 1) {
        to.set(COOKIE, String.join("; ", cookies));
      }
    }
    to.add(VIA, version == HttpVersion.HTTP_2 ? VIA_US_2 : VIA_US);
  }

  /**
   * Passes a response's headers on.
   *
   * @param from the dependency's headers
   * @param to the headers of the response to the client
   */
  static void passResponse(MultiMap from, MultiMap to) {
    NameSet named = namedInConnection(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey();
      if (passes(name, named) && !RESPONSE_ONLY.contains(name)) {
        to.add(name, header.getValue());
      }
    }
  }

  /** Whether a body comes as it is or in chunks, and no reader could think otherwise. */
  static boolean isPlainlyCoded(MultiMap headers) {
    List<String> codings = headers.getAll(HttpHeaders.TRANSFER_ENCODING);
    return codings.isEmpty()
        || (codings.size() == 1 && codings.get(0).equalsIgnoreCase(HttpHeaders.CHUNKED.toString()));
  }

  /**
   * Whether nothing in a text is taken for its end, or for more than a text, by those who read it.
   */
  static boolean isText(@Nullable String text) {
    if (text == null) {
      return true;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f) {
        return false;
      }
    }
    return true;
  }

  private static boolean passes(String name, NameSet named) {
    return !HOP_BY_HOP.contains(name) && !named.contains(name);
  }

  private static NameSet namedInConnection(MultiMap headers) {
    String first = headers.get(HttpHeaders.CONNECTION);
    boolean none =
        first == null || first.equalsIgnoreCase("keep-alive") || first.equalsIgnoreCase("close");
    if (none && headers.getAll(HttpHeaders.CONNECTION).size() <= 1) {
      return NameSet.EMPTY;
    }
    return NameSet.of(
        headers.getAll(HttpHeaders.CONNECTION).stream()
            .flatMap(value -> Stream.of(value.split(",", -1)))
            .map(String::strip)
            .filter(option -> !NEVER_NAMED.contains(option))
            .toList());
  }
}
