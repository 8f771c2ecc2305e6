// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.ratelimit.RateLimiterConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A place in a YAML file of another kind than {@link SwitchgearConfig}, such as the schedule of a
 * stub: for modules that read a file of their own and report its errors as those of the settings
 * are reported, all in one go and each with its place.
 *
 * <p><b>Thread safety:</b> none; one thread reads a file.
 */
public final class YamlEntry {
  private final Setting setting;

  private YamlEntry(Setting setting) {
    this.setting = setting;
  }

  /**
   * Reads a file.
   *
   * @param <T> what is made of it
   * @param file the path, as messages name it
   * @param reader makes a value of the whole file; what it notes by {@link #problem} and the other
   *     methods fails the reading
   * @return the reader's value
   * @throws ConfigException when the file can't be read or something in it is wrong
   */
  public static <T> T load(Path file, Function<YamlEntry, T> reader) {
    Problems problems = new Problems(file.toString());
    return read(SettingsFile.read(file, problems), problems, reader);
  }

  /**
   * Reads a text.
   *
   * @param <T> what is made of it
   * @param name what messages call the text
   * @param yaml the text
   * @param reader as for {@link #load}
   * @return the reader's value
   * @throws ConfigException when something in it is wrong
   */
  public static <T> T parse(String name, String yaml, Function<YamlEntry, T> reader) {
    return read(yaml, new Problems(name), reader);
  }

  private static <T> T read(String yaml, Problems problems, Function<YamlEntry, T> reader) {
    Setting file = new Setting(YamlTree.of(yaml, problems), Reading.plain(problems));
    T result = reader.apply(new YamlEntry(file));
    problems.throwIfAny();
    return result;
  }

  /**
   * The key of the entry.
   *
   * @return the key; that of its list for an item of a list
   */
  public String name() {
    return setting.name();
  }

  /**
   * The entries of a mapping. That the value isn't a mapping, and each key that isn't valid, is
   * noted as an error.
   *
   * @param valid the keys that it may have, in the order in which messages list them
   * @return the entries with a valid key, in the order of the file
   */
  public List<YamlEntry> entries(List<String> valid) {
    return setting
        .section(Keys.ofNames(valid))
        .map(section -> section.settings().stream().map(YamlEntry::new).toList())
        .orElse(List.of());
  }

  /**
   * The items of a list.
   *
   * @return the items; the value itself when it isn't a list
   */
  public List<YamlEntry> items() {
    return setting.items().stream().map(YamlEntry::new).toList();
  }

  /**
   * The value as text. That it isn't text, or is empty, is noted as an error.
   *
   * @return the text, if it is one
   */
  public Optional<String> text() {
    return setting.read("text", Optional::of);
  }

  /**
   * Whether the value is a mapping, where something else would do too.
   *
   * @return false for texts and lists
   */
  public boolean isMapping() {
    return setting.isSection();
  }

  /**
   * The value as a duration of up to 366 days.
   *
   * @return the duration; empty when it isn't one, which is noted
   */
  public Optional<Duration> duration() {
    return Kinds.durationOrZero(Kinds.LONGEST).read(setting);
  }

  /**
   * The value as a whole number.
   *
   * @param least the smallest that is right
   * @param most the greatest that is right
   * @return the number; empty when it isn't one in this range, which is noted
   */
  public Optional<Integer> wholeNumber(int least, int most) {
    return Kinds.wholeNumber(least, most).read(setting);
  }

  /**
   * The value as a share: 5% is 0.05.
   *
   * @return from 0 to 1; empty when it isn't a percentage in this range, which is noted
   */
  public Optional<Double> share() {
    return Kinds.share(0, 1, "5%").read(setting);
  }

  /**
   * The value as yes or no.
   *
   * @return the value; empty when it is something else, which is noted
   */
  public Optional<Boolean> bool() {
    return Kinds.BOOLEAN.read(setting);
  }

  /**
   * The value as one of several words.
   *
   * @param words the words
   * @return the word; empty when it is none of them, which is noted
   */
  public Optional<String> oneOf(List<String> words) {
    return setting.oneOf(words);
  }

  /**
   * The value as a rate such as 200/min.
   *
   * @return the number of calls a second; empty when it isn't a rate, which is noted
   */
  public Optional<Double> perSecond() {
    return RateLimitReader.RATE
        .read(setting)
        .map(rate -> rate.limit() * 1e9 / rate.per().toNanos());
  }

  /**
   * The value as a rate limit, as a dependency has it, but not an adaptive one.
   *
   * @return the limit; empty when it isn't one, which is noted
   */
  public Optional<RateLimiterConfig> rateLimit() {
    return RateLimitReader.SECTION
        .read(setting)
        .flatMap(section -> RateLimitReader.fixed(section, setting.name()));
  }

  /**
   * The value as a dependency, as a file of settings has it; its name is that of the entry.
   *
   * @return the dependency; empty when it isn't one, which is noted
   */
  public Optional<DependencyConfig> dependency() {
    return DependencyReader.read(setting, new Profiles());
  }

  /**
   * Notes an error at the value.
   *
   * @param message what is wrong and what would be right, on one line
   */
  public void problem(String message) {
    setting.problem(message);
  }
}
