// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the address of a dependency. No message shows it: it may hold a password. */
final class Urls {
  private static final int MAX_PORT = 65_535;

  static final Kind<URI> KIND =
      new ScalarKind<>(
              "an address such as https://api.example.com/v1",
              "`http://` or `https://` address",
              Kinds.pattern(Pattern.compile("[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+(/[^?#]*)?")),
              scalar -> parse(scalar.text()))
          .checked(Urls::fault)
          .to(url -> Optional.of(normalized(url)));

  private Urls() {}

  private static Optional<URI> parse(String text) {
    try {
      return Optional.of(new URI(text));
    } catch (URISyntaxException notShown) {
      return Optional.empty();
    }
  }

  private static Optional<String> fault(URI url) {
    if (!"http".equalsIgnoreCase(url.getScheme()) && !"https".equalsIgnoreCase(url.getScheme())) {
      return Optional.of("begin with http:// or https://");
    }
    if (url.getRawAuthority() != null && url.getRawAuthority().contains("@")) {
      return Optional.of("not have a user or password in it");
    }
    if (url.getHost() == null || url.getPort() == 0 || url.getPort() > MAX_PORT) {
      return Optional.of("name a host, and a port from 1 to " + MAX_PORT + " if any");
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      return Optional.of("not have a query or a fragment");
    }
    if (!url.normalize().equals(url)) {
      return Optional.of("not have '.', '..' or empty segments in its path");
    }
    return Optional.empty();
  }

  private static URI normalized(URI url) {
    String path = url.getRawPath().replaceAll("/$", "");
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    return URI.create(scheme + "://" + url.getRawAuthority() + path);
  }
}
