// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which paths are meant: {@code /v1/rates} alone, {@code /v1/rates/*} with any one segment more, or
 * {@code /v1/**} with all below it and {@code /v1} itself.
 *
 * <p>Segments are compared after they were percent-decoded once, so that {@code /v1/r%61tes} is
 * {@code /v1/rates}, and with regard to case; an encoded slash stays within its segment.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class PathPattern {
  private static final int LONGEST = 500;

  private static final String ANY = "*";
  private static final String REST = "**";

  private static final Pattern SEGMENT = Pattern.compile("\\*|[^*?#\\s]*");

  static final Kind<PathPattern> KIND =
      new ScalarKind<>(
          "a path such as /v1/rates, /v1/rates/* for one more segment or /v1/** for the rest",
          "path pattern",
          Kinds.pattern(Pattern.compile("(?:/(?:\\*|[^*/?#\\s]*))*(?:/\\*\\*)?")),
          scalar -> parse(scalar.text()));

  private final String text;
  private final List<String> segments;
  private final boolean open;

  private PathPattern(String text, List<String> segments, boolean open) {
    this.text = text;
    this.segments = segments;
    this.open = open;
  }

  private static Optional<PathPattern> parse(String text) {
    if (text.length() > LONGEST || !text.startsWith("/")) {
      return Optional.empty();
    }
    List<String> all = segments(text);
    boolean open = all.get(all.size() - 1).equals(REST);
    List<String> fixed = open ? all.subList(0, all.size() - 1) : all;
    return fixed.stream().allMatch(segment -> SEGMENT.matcher(segment).matches())
        ? Optional.of(new PathPattern(text, List.copyOf(fixed), open))
        : Optional.empty();
  }

  /** The pieces behind the first slash and between the others. */
  private static List<String> segments(String path) {
    return Arrays.stream(path.substring(1).split("/", -1)).map(PathPattern::decoded).toList();
  }

  private static String decoded(String segment) {
    if (segment.indexOf('%') < 0) {
      return segment;
    }
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException asItWasSent) {
      return segment;
    }
  }

  /**
   * Whether a path is meant.
   *
   * @param path the path behind the dependency's name, percent-encoded as it was sent, without the
   *     query; one that is empty counts as {@code /}
   * @return whether it matches
   */
  public boolean matches(String path) {
    List<String> given = segments(path.startsWith("/") ? path : "/" + path);
    if (open ? given.size() < segments.size() : given.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      boolean any = segments.get(i).equals(ANY) && !given.get(i).isEmpty();
      if (!any && !segments.get(i).equals(given.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The pattern as it is written in the file. */
  @Override
  public String toString() {
    return text;
  }
}
