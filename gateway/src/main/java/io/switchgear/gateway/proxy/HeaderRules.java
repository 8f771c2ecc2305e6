// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
  static final String OUTCOME = "Switchgear-Outcome";

  /** Tells clients that retry by themselves whether to; OpenAI's and Anthropic's libraries do. */
  static final String SHOULD_RETRY = "x-should-retry";

  private static final String VIA = "Via";
  private static final String VIA_US = "1.1 switchgear";
  private static final String VIA_US_2 = "2 switchgear";
  private static final String COOKIE = "Cookie";

  private static final Set<String> HOP_BY_HOP =
      ignoringCase(
          "Connection",
          "Keep-Alive",
          "Proxy-Authenticate",
          "Proxy-Authorization",
          "Proxy-Connection",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade");

  private static final Set<String> REQUEST_ONLY = ignoringCase("Expect", "Host", "HTTP2-Settings");

  /** A client must not strip these by naming them in Connection: they say where a body ends. */
  private static final Set<String> NEVER_NAMED = ignoringCase("Content-Length");

  private HeaderRules() {}

  private static Set<String> ignoringCase(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(List.of(names));
    return set;
  }

  /**
   * Passes a request's headers on. The pieces of a cookie, which HTTP/2 may split, become one again
   * (RFC 9113, 8.2.3).
   *
   * @param from the client's headers
   * @param to the headers of the request to the dependency
   * @param version what the client speaks
   */
  static void passRequest(MultiMap from, MultiMap to, HttpVersion version) {
    Set<String> named = namedInConnection(from);
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
    Set<String> named = namedInConnection(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey();
      if (passes(name, named) && !OUTCOME.equalsIgnoreCase(name)) {
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
    return text == null || text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f));
  }

  private static boolean passes(String name, Set<String> named) {
    return !HOP_BY_HOP.contains(name) && !named.contains(name);
  }

  private static Set<String> namedInConnection(MultiMap headers) {
    String first = headers.get(HttpHeaders.CONNECTION);
    boolean none =
        first == null || first.equalsIgnoreCase("keep-alive") || first.equalsIgnoreCase("close");
    if (none && headers.getAll(HttpHeaders.CONNECTION).size() <= 1) {
      return Set.of();
    }
    Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String value : headers.getAll(HttpHeaders.CONNECTION)) {
      for (String option : value.split(",", -1)) {
        named.add(option.strip());
      }
    }
    named.removeAll(NEVER_NAMED);
    return named;
  }
}
