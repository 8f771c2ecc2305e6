// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.http.ValueMatch.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a condition of a row: under {@code header} or under {@code code}. */
final class ConditionReader {
  static final Map<String, Boolean> BOOLEANS = new LinkedHashMap<>();

  private static final List<String> TESTS =
      List.of("is", "startsWith", "contains", "between", "present", "usedUp");

  static final List<String> CODE_KEYS = with("pointer", TESTS);

  static final List<String> HEADER_KEYS = with("name", CODE_KEYS);

  static {
    BOOLEANS.put("true", true);
    BOOLEANS.put("false", false);
  }

  private static final Pattern RANGE = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");

  private final ProfileNode node;
  private final boolean ofHeader;
  private final List<Pointer> places = new ArrayList<>();
  private final List<ValueMatch> tests = new ArrayList<>();
  private @Nullable String header;
  private boolean wrong;

  ConditionReader(ProfileNode node) {
    this.node = node;
    this.ofHeader = node.name().equals("header");
  }

  private static List<String> with(String first, List<String> others) {
    List<String> all = new ArrayList<>();
    all.add(first);
    all.addAll(others);
    return List.copyOf(all);
  }

  /** The row with the condition; empty when there is none, which is noted as an error. */
  Optional<HttpRow> read(HttpRow row) {
    List<? extends ProfileNode> entries = node.entries(ofHeader ? HEADER_KEYS : CODE_KEYS);
    entries.forEach(this::read);
    if (wrong || entries.isEmpty()) {
      return Optional.empty();
    }
    if (tests.size() != 1) {
      node.problem("needs exactly one of " + String.join(", ", TESTS));
      return Optional.empty();
    }
    boolean complete = ofHeader ? header != null : !places.isEmpty();
    if (!complete) {
      node.problem("needs '" + (ofHeader ? "name" : "pointer") + "'");
      return Optional.empty();
    }
    String name = header == null ? "" : header;
    return Optional.of(row.with(new Condition(name, List.copyOf(places), tests.get(0))));
  }

  private void read(ProfileNode entry) {
    switch (entry.name()) {
      case "name" ->
          note(entry.value(HeaderName.WHAT, HeaderName::parse)).ifPresent(it -> header = it);
      case "pointer" ->
          entry
              .items()
              .forEach(
                  item -> note(item.value(Pointer.WHAT, Pointer::parse)).ifPresent(places::add));
      case "is" -> texts(entry, Kind.IS);
      case "startsWith" -> texts(entry, Kind.STARTS_WITH);
      case "contains" -> texts(entry, Kind.CONTAINS);
      case "between" ->
          note(entry.value("a range such as 200-299", ConditionReader::range))
              .ifPresent(tests::add);
      case "present" ->
          note(ProfileReader.oneOf(entry, BOOLEANS))
              .ifPresent(it -> tests.add(it ? ValueMatch.present() : ValueMatch.absent()));
      default ->
          note(ProfileReader.oneOf(entry, Map.of("true", true)))
              .ifPresent(it -> tests.add(ValueMatch.usedUp()));
    }
  }

  private <T> Optional<T> note(Optional<T> value) {
    wrong |= value.isEmpty();
    return value;
  }

  private void texts(ProfileNode entry, Kind kind) {
    List<String> texts = new ArrayList<>();
    for (ProfileNode item : entry.items()) {
      note(ProfileReader.text(item)).ifPresent(texts::add);
    }
    if (texts.isEmpty()) {
      entry.problem("'" + entry.name() + "' needs at least one text");
      wrong = true;
    } else {
      tests.add(ValueMatch.of(kind, texts));
    }
  }

  private static Optional<ValueMatch> range(String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      return Optional.empty();
    }
    long min = Long.parseLong(range.group(1));
    long max = Long.parseLong(range.group(2));
    return min <= max ? Optional.of(ValueMatch.between(min, max)) : Optional.empty();
  }
}
