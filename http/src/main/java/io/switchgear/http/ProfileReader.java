// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.http.RowMatch.StatusRange;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a profile from a file. */
final class ProfileReader {
  static final List<String> KEYS = List.of("extends", "ends", "rows");

  static final List<String> END_KEYS = List.of("event", "data", "pointer");

  private static final Pattern STATUS = Pattern.compile("([0-9]{3})(?:-([0-9]{3}))?");

  private static final String STATUS_WHAT = "a status from 100 to 999, or a range such as 500-599";

  private final Set<String> ids = new HashSet<>();
  private final Function<String, Optional<HttpProfile>> known;
  private Optional<HttpProfile> parent = Optional.empty();
  private int count;

  private ProfileReader(Function<String, Optional<HttpProfile>> known) {
    this.known = known;
  }

  /** The profile, without what was wrong in it and is noted as an error. */
  static HttpProfile read(
      String name, ProfileNode root, Function<String, Optional<HttpProfile>> known) {
    ProfileReader reader = new ProfileReader(known);
    HttpProfile own = reader.own(HttpProfile.named(name), root);
    try {
      return own.extending(reader.parent.orElseGet(() -> HttpProfile.builtIn("http")));
    } catch (IllegalArgumentException tooMany) {
      root.problem(String.valueOf(tooMany.getMessage()));
      return own;
    }
  }

  /** The profile that all others extend. */
  static HttpProfile base(String name, ProfileNode root) {
    return new ProfileReader(none -> Optional.empty()).own(HttpProfile.named(name), root);
  }

  private HttpProfile own(HttpProfile start, ProfileNode root) {
    HttpProfile profile = start;
    for (ProfileNode entry : root.entries(KEYS)) {
      switch (entry.name()) {
        case "extends" -> parent = parent(entry);
        case "ends" -> profile = ends(profile, entry);
        default -> profile = rows(profile, entry);
      }
    }
    return profile;
  }

  private Optional<HttpProfile> parent(ProfileNode entry) {
    return entry.value("the name of a profile that there is", known);
  }

  private static HttpProfile ends(HttpProfile start, ProfileNode ends) {
    HttpProfile profile = start;
    for (ProfileNode item : ends.items()) {
      for (ProfileNode entry : item.entries(END_KEYS)) {
        Optional<EndMarker> marker =
            switch (entry.name()) {
              case "event" -> text(entry).map(EndMarker::event);
              case "data" -> text(entry).map(EndMarker::data);
              default -> entry.value(Pointer.WHAT, Pointer::parse).map(EndMarker::valueAt);
            };
        if (marker.isPresent()) {
          profile = profile.endsWith(marker.get());
        }
      }
    }
    return profile;
  }

  private HttpProfile rows(HttpProfile start, ProfileNode rows) {
    HttpProfile profile = start;
    List<? extends ProfileNode> items = rows.items();
    if (items.size() > HttpProfile.MAX_ROWS) {
      rows.problem("there may be at most " + HttpProfile.MAX_ROWS + " rows");
      return profile;
    }
    for (ProfileNode item : items) {
      count++;
      RowReader reader = new RowReader(item, count);
      HttpRow row = reader.row();
      if (row.flaw().isPresent()) {
        reader.flaw().ifPresent(flaw -> item.problem("this row " + flaw));
      } else if (!ids.add(row.id())) {
        item.problem("there is a row '" + row.id() + "' already");
      } else {
        profile = profile.row(row);
      }
    }
    return profile;
  }

  static Optional<String> text(ProfileNode node) {
    return node.value("text", Optional::of);
  }

  static <T> Optional<T> oneOf(ProfileNode node, Map<String, T> choices) {
    return node.oneOf(List.copyOf(choices.keySet()))
        .flatMap(word -> Optional.ofNullable(choices.get(word)));
  }

  /** The constants of an enum by the names that files have for them: {@code noAnswer}. */
  static <E extends Enum<E>> Map<String, E> names(E[] constants) {
    Map<String, E> names = new LinkedHashMap<>();
    for (E constant : constants) {
      StringBuilder name = new StringBuilder();
      boolean upper = false;
      for (char c : constant.name().toCharArray()) {
        if (c != '_') {
          name.append(upper ? c : Character.toLowerCase(c));
        }
        upper = c == '_';
      }
      names.put(name.toString(), constant);
    }
    return names;
  }

  static Optional<StatusRange> status(ProfileNode node) {
    return node.value(STATUS_WHAT, ProfileReader::statusRange);
  }

  private static Optional<StatusRange> statusRange(String text) {
    Matcher range = STATUS.matcher(text);
    if (!range.matches()) {
      return Optional.empty();
    }
    int first = Integer.parseInt(range.group(1));
    int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
    return first >= StatusRange.MIN && first <= last
        ? Optional.of(new StatusRange(first, last))
        : Optional.empty();
  }
}
