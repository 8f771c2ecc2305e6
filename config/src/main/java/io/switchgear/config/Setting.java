// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
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

  private final @Nullable Setting owner;
  private final String name;
  private final @Nullable String noun;
  private final Node key;
  private final Node value;
  private final Reading reading;

  /**
   * A setting within another.
   *
   * @param noun what the user's own names are called here; null for a key of ours
   */
  Setting(Setting owner, String name, @Nullable String noun, Node key, Node value) {
    this.owner = owner;
    this.name = name;
    this.noun = noun;
    this.key = key;
    this.value = value;
    this.reading = owner.reading;
  }

  /** The whole file as one value. */
  Setting(Node root, Reading reading) {
    this.owner = null;
    this.name = "";
    this.noun = null;
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
    boolean byName = noun == null && SECRET.matcher(name).matches();
    return !isInProfile() && (byName || (owner != null && owner.isSecret()));
  }

  /** Whether the user's own name for it is that of a secret. */
  boolean hasNameOfSecret() {
    return SECRET.matcher(name).matches();
  }

  /** A profile names headers and codes, never a secret. */
  private boolean isInProfile() {
    return owner != null && (owner.isProfiles() || owner.isInProfile());
  }

  private boolean isProfiles() {
    return owner != null && owner.owner == null && name.equals("profiles");
  }

  /** What messages call it. */
  String noun() {
    return noun == null ? "key" : noun;
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
    return isSecret() || noun != null || owner == null || refers();
  }

  Optional<Section> section(Keys keys) {
    return value instanceof MappingNode mapping
        ? Optional.of(Section.of(this, mapping, keys))
        : mustBe("a mapping");
  }

  /** A section whose keys are names that the user chooses; {@code called} is what one is called. */
  Optional<Section> sectionOfNames(String called) {
    return value instanceof MappingNode mapping
        ? Optional.of(Section.ofNames(this, mapping, called))
        : mustBe("a mapping");
  }

  /** The value as it is written, hidden where its name says that it may be a secret. */
  Object shown() {
    if (value instanceof MappingNode mapping) {
      Map<String, Object> shown = new LinkedHashMap<>();
      Section.ofNames(this, mapping, noun())
          .settings()
          .forEach(entry -> shown.put(entry.name(), entry.shown()));
      return shown;
    }
    if (value instanceof SequenceNode) {
      return items().stream().map(Setting::shown).toList();
    }
    return isSecret() && !refers() ? Secret.HIDDEN : written();
  }

  /** The value of one piece as it is written, its references not resolved. */
  Object written() {
    String text = value instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (value.getTag().equals(Tag.BOOL)) {
      return Boolean.valueOf(text);
    }
    boolean number = value.getTag().equals(Tag.INT) && text.matches("-?[0-9]{1,9}");
    return number ? (Object) Integer.valueOf(text) : text;
  }

  boolean isSection() {
    return value instanceof MappingNode;
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
    return new Setting(this, name, noun, item, item);
  }

  /** A value with a form of its own; {@code what} says to people what it must be. */
  <T> Optional<T> read(String what, Function<String, Optional<T>> parser) {
    return scalar(what, scalar -> parser.apply(scalar.text()));
  }

  /** A value of one piece; {@code what} says to people what it must be. */
  <T> Optional<T> scalar(String what, Function<Scalar, Optional<T>> parser) {
    Optional<Scalar> scalar = scalar();
    Optional<T> result = scalar.flatMap(parser);
    return result.isPresent() || isUnresolved(scalar) ? result : mustBe(what);
  }

  /** One of several words. */
  Optional<String> oneOf(List<String> words) {
    Optional<Scalar> scalar = scalar();
    Optional<String> given = scalar.map(Scalar::text);
    if (given.filter(words::contains).isPresent() || isUnresolved(scalar)) {
      return given;
    }
    Optional<String> near =
        isHidden() ? Optional.empty() : given.flatMap(it -> Nearest.to(it, words));
    return mustBe(
        (words.size() == 1 ? "" : "one of ") + String.join(", ", words),
        near.map(word -> "; did you mean '" + word + "'?").orElse(""));
  }

  private Optional<Scalar> scalar() {
    if (!(value instanceof ScalarNode scalar) || isNull()) {
      return Optional.empty();
    }
    String text = scalar.getValue();
    return refers()
        ? reading
            .references()
            .resolve(text, this::problem)
            .map(resolved -> new Scalar(resolved, scalar.isPlain()))
        : Optional.of(new Scalar(text, scalar.isPlain()));
  }

  /** Whether the value has a reference that stands for nothing, which is noted already. */
  private boolean isUnresolved(Optional<Scalar> scalar) {
    return scalar.isEmpty() && refers();
  }

  /** Whether the value, or a part of it, is elsewhere. */
  boolean refers() {
    return value instanceof ScalarNode scalar && reading.references().occurIn(scalar.getValue());
  }

  boolean isNull() {
    return value instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
  }

  /** The name of the nearest thing around it that the user named. */
  String namedOwner() {
    return noun != null || owner == null ? name : owner.namedOwner();
  }

  /** The value that was read, if it is in range; {@code range} says to people which that is. */
  <T> Optional<T> within(String range, T read, Predicate<T> inRange) {
    return inRange.test(read) ? Optional.of(read) : mustBe("from " + range);
  }
}
