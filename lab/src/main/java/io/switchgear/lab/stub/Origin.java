// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request may give orders. The stub has no password, so a web page in a browser on this
 * machine could: by a form, unless the body must be JSON, which no page may send unasked; and by a
 * name of its own that resolves to this machine, unless the request must name the stub's host.
 */
final class Origin {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(?:\\.[0-9]{1,3}){3}|::1|(?:0{1,4}:){7}0{0,3}1");

  private static final Pattern HOST_HEADER =
      Pattern.compile("(?:\\[(?<v6>[0-9a-f:]+)]|(?<name>[a-z0-9._-]+))(?::[0-9]{1,5})?");

  private Origin() {}

  /** Whether the request names loopback, the host that was bound, or the address it came to. */
  static boolean namesThisHost(HttpServerRequest request, String bound) {
    String host = host(request.getHeader(HttpHeaders.HOST));
    return LOOPBACK.matcher(host).matches()
        || host.equals(bound.toLowerCase(Locale.ROOT))
        || host.equals(request.localAddress().hostAddress());
  }

  static boolean sendsJson(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    String media = type == null ? "" : type.split(";", 2)[0].strip();
    return media.equalsIgnoreCase("application/json");
  }

  /** The host in the header, without port and brackets; empty when there is none. */
  private static String host(@Nullable String header) {
    Matcher matcher = HOST_HEADER.matcher(header == null ? "" : header.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return "";
    }
    String v6 = matcher.group("v6");
    return v6 != null ? v6 : matcher.group("name");
  }
}
