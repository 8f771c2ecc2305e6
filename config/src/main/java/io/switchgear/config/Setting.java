// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A key with its value. Each getter gives the value as one type; when it isn't of that type or out
 * of range, the error is noted and the result is empty.
 */
final class Setting {
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(?:key|secret|token|passw|pwd|auth|credential|cookie|url|header|query).*",
          Pattern.DOTALL);

  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,10}");

  private static final Pattern PERCENTAGE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?)%");

  private static final Duration MIN_DURATION = Duration.ofMillis(1);

  private final @Nullable Setting owner;
  private final String name;
  private final boolean named;
  private final Node key;
  private final Node value;
  private final Problems problems;

  /** A setting within another, under a key of ours or, when {@code named}, a name of the user's. */
  Setting(Setting owner, String name, boolean named, Node key, Node value) {
    this.owner = owner;
    this.name = name;
    this.named = named;
    this.key = key;
    this.value = value;
    this.problems = owner.problems;
  }

  /** The whole file as one value. */
  Setting(Node root, Problems problems) {
    this.owner = null;
    this.name = "";
    this.named = false;
    this.key = root;
    this.value = root;
    this.problems = problems;
  }

  String name() {
    return name;
  }

  String shownName() {
    return owner == null ? "the file" : Printable.quoted(name);
  }

  /** Whether all within may be secret, so that no message may show it. */
  boolean isSecret() {
    // A dependency may well be called auth, with nothing secret in its settings.
    return !named && (SECRET.matcher(name).matches() || (owner != null && owner.isSecret()));
  }

  /** What messages call it. */
  String noun() {
    return named ? "dependency" : "key";
  }

  Problems problems() {
    return problems;
  }

  Optional<Integer> line() {
    return key.getStartMark().map(Mark::getLine).map(line -> line + 1);
  }

  /** Notes an error at the value. */
  void problem(String message) {
    problems.add(value, message);
  }

  /** Notes an error at the key. */
  void keyProblem(String message) {
    problems.add(key, message);
  }

  private <T> Optional<T> mustBe(String what) {
    problem(shownName() + " must be " + what + ", but is " + shownValue());
    return Optional.empty();
  }

  private String shownValue() {
    if (value instanceof MappingNode) {
      return "a mapping";
    }
    if (value instanceof ScalarNode scalar) {
      if (scalar.getTag().equals(Tag.NULL)) {
        return "empty";
      }
      // In place of a dependency's settings people write its address, which may hold a password,
      // and
      // a file that is one text may be a file of secrets, given by mistake.
      boolean hidden = isSecret() || named || owner == null;
      return hidden ? "other text" : Printable.quoted(scalar.getValue());
    }
    return "a list";
  }

  Optional<Section> section(Keys keys) {
    return value instanceof MappingNode mapping
        ? Optional.of(Section.of(this, mapping, keys))
        : mustBe("a mapping");
  }

  Optional<Section> sectionOfNames() {
    return value instanceof MappingNode mapping
        ? Optional.of(Section.ofNames(this, mapping))
        : mustBe("a mapping");
  }

  boolean isSection() {
    return value instanceof MappingNode;
  }

  /** The items of a list; a value that is no list is a list of one. */
  List<Setting> items() {
    if (!(value instanceof SequenceNode list)) {
      return List.of(this);
    }
    return list.getValue().stream().map(this::item).toList();
  }

  private Setting item(Node item) {
    return new Setting(this, name, named, item, item);
  }

  Optional<String> text(String what, Pattern pattern) {
    return read(what, text -> Optional.of(text).filter(it -> pattern.matcher(it).matches()));
  }

  /** A value with a form of its own; {@code what} says to people what it must be. */
  <T> Optional<T> read(String what, Function<String, Optional<T>> parser) {
    return scalar(what, scalar -> parser.apply(scalar.getValue()));
  }

  <T> Optional<T> oneOf(Map<String, T> choices) {
    return scalar(
        (choices.size() == 1 ? "" : "one of ") + String.join(", ", choices.keySet()),
        scalar -> Optional.ofNullable(choices.get(scalar.getValue())));
  }

  Optional<Integer> wholeNumber(int min, int max) {
    return scalar(
        "a whole number from " + min + " to " + max,
        scalar ->
            Optional.of(scalar)
                .filter(ScalarNode::isPlain)
                .map(ScalarNode::getValue)
                .filter(text -> WHOLE_NUMBER.matcher(text).matches())
                .map(Long::valueOf)
                .filter(number -> number >= min && number <= max)
                .map(Long::intValue));
  }

  /** A percentage as a share: 50% is 0.5. */
  Optional<Double> share() {
    return scalar(
        "a percentage above 0% and at most 100%, such as 50%",
        scalar ->
            Optional.of(PERCENTAGE.matcher(scalar.getValue()))
                .filter(matcher -> matcher.matches())
                .map(matcher -> new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue())
                .filter(share -> share > 0 && share <= 1));
  }

  Optional<Duration> duration(Duration max) {
    Optional<Duration> duration =
        scalar(
            "a duration such as 30s, 1m30s or 200ms", scalar -> Durations.parse(scalar.getValue()));
    return duration.flatMap(
        it ->
            within(
                Durations.format(MIN_DURATION) + " to " + Durations.format(max),
                it,
                time -> time.compareTo(MIN_DURATION) >= 0 && time.compareTo(max) <= 0));
  }

  /** The value that was read, if it is in range; {@code range} says to people which that is. */
  <T> Optional<T> within(String range, T read, Predicate<T> inRange) {
    return inRange.test(read) ? Optional.of(read) : mustBe("from " + range);
  }

  private <T> Optional<T> scalar(String what, Function<ScalarNode, Optional<T>> read) {
    Optional<T> result =
        value instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
            ? read.apply(scalar)
            : Optional.empty();
    return result.isPresent() ? result : mustBe(what);
  }
}
