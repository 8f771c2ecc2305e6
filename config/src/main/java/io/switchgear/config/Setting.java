// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.List;
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

  private final @Nullable Setting owner;
  private final String name;
  private final boolean named;
  private final Node key;
  private final Node value;
  private final Reading reading;

  /** A setting within another, under a key of ours or, when {@code named}, a name of the user's. */
  Setting(Setting owner, String name, boolean named, Node key, Node value) {
    this.owner = owner;
    this.name = name;
    this.named = named;
    this.key = key;
    this.value = value;
    this.reading = owner.reading;
  }

  /** The whole file as one value. */
  Setting(Node root, Reading reading) {
    this.owner = null;
    this.name = "";
    this.named = false;
    this.key = root;
    this.value = root;
    this.reading = reading;
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

  Reading reading() {
    return reading;
  }

  Optional<Integer> line() {
    return key.getStartMark().map(Mark::getLine).map(line -> line + 1);
  }

  /** Notes an error at the value. */
  void problem(String message) {
    reading.problems().add(value, message);
  }

  /** Notes an error at the key. */
  void keyProblem(String message) {
    reading.problems().add(key, message);
  }

  private <T> Optional<T> mustBe(String what) {
    return mustBe(what, "");
  }

  private <T> Optional<T> mustBe(String what, String hint) {
    problem(shownName() + " must be " + what + ", but is " + shownValue() + hint);
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
      return isHidden() ? "other text" : Printable.quoted(scalar.getValue());
    }
    return "a list";
  }

  private boolean isHidden() {
    // In place of a dependency's settings people write its address, which may hold a password; a
    // file that is one text may be a file of secrets, given by mistake.
    return isSecret() || named || owner == null;
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

  /** Notes that the value, which is one of a few words, is for a later version. */
  void laterValue() {
    problem("this version doesn't have " + shownValue() + " yet");
  }

  /** Whether the value is a certain word. */
  boolean holds(String word) {
    return value instanceof ScalarNode scalar && scalar.getValue().equals(word);
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

  /** A value with a form of its own; {@code what} says to people what it must be. */
  <T> Optional<T> read(String what, Function<String, Optional<T>> parser) {
    return scalar(what, scalar -> parser.apply(scalar.text()));
  }

  /** A value of one piece; {@code what} says to people what it must be. */
  <T> Optional<T> scalar(String what, Function<Scalar, Optional<T>> parser) {
    Optional<T> result = scalar().flatMap(parser);
    return result.isPresent() ? result : mustBe(what);
  }

  /** One of several words. */
  Optional<String> oneOf(List<String> words) {
    Optional<String> given = scalar().map(Scalar::text);
    if (given.filter(words::contains).isPresent()) {
      return given;
    }
    Optional<String> near =
        isHidden() ? Optional.empty() : given.flatMap(it -> Nearest.to(it, words));
    return mustBe(
        (words.size() == 1 ? "" : "one of ") + String.join(", ", words),
        near.map(word -> "; did you mean '" + word + "'?").orElse(""));
  }

  private Optional<Scalar> scalar() {
    return value instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
        ? Optional.of(new Scalar(scalar.getValue(), scalar.isPlain()))
        : Optional.empty();
  }

  /** The value that was read, if it is in range; {@code range} says to people which that is. */
  <T> Optional<T> within(String range, T read, Predicate<T> inRange) {
    return inRange.test(read) ? Optional.of(read) : mustBe("from " + range);
  }
}
