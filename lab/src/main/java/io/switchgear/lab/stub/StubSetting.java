// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A setting of {@link StubBehavior} as text: its name in schedule files, in JSON and on the command
 * line. The one table of these names.
 */
enum StubSetting {
  LIMIT("limit", StubSetting::withLimit, StubSetting::limit),
  ALGORITHM(
      "algorithm",
      (b, text) -> b.algorithm(Texts.choice(text, List.of(StubAlgorithm.values()), a -> a.key())),
      b -> b.algorithm().key()),
  BURST("burst", (b, text) -> b.burst(Texts.parseInt(text)), b -> b.burst().orElse(null)),
  KEY_HEADER("keyHeader", StubBehavior::keyHeader, StubBehavior::keyHeader),
  RETRY_AFTER(
      "retryAfter", (b, text) -> b.retryAfter(Texts.parseBoolean(text)), StubBehavior::retryAfter),
  LATENCY(
      "latency",
      StubSetting::withLatency,
      b -> Texts.durationRange(b.latencyLeast(), b.latencyMost())),
  ERROR_RATE(
      "errorRate",
      (b, text) -> b.errorRatio(Texts.parseRatio(text)),
      b -> Texts.ratio(b.errorRatio())),
  ERROR_STATUS(
      "errorStatus", (b, text) -> b.errorStatus(Texts.parseInt(text)), StubBehavior::errorStatus),
  HANG_RATE(
      "hangRate",
      (b, text) -> b.hangRatio(Texts.parseRatio(text)),
      b -> Texts.ratio(b.hangRatio())),
  CUT_RATE(
      "cutRate", (b, text) -> b.cutRatio(Texts.parseRatio(text)), b -> Texts.ratio(b.cutRatio())),
  REFUSE("refuse", (b, text) -> b.refuse(Texts.parseBoolean(text)), StubBehavior::refuse);

  /** The text of a limit that isn't there. */
  private static final String NONE = "none";

  private final String key;
  private final BiFunction<StubBehavior, String, StubBehavior> reader;
  private final Function<StubBehavior, @Nullable Object> writer;

  StubSetting(
      String key,
      BiFunction<StubBehavior, String, StubBehavior> reader,
      Function<StubBehavior, @Nullable Object> writer) {
    this.key = key;
    this.reader = reader;
    this.writer = writer;
  }

  /** The setting of a name; else an exception whose message knows the nearest name. */
  static StubSetting named(String key) {
    return Arrays.stream(values())
        .filter(setting -> setting.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(Texts.unknownKey(key, keys())));
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(StubSetting::key).toList();
  }

  /** All settings; what has no value is left out. */
  static JsonObject toJson(StubBehavior behavior) {
    JsonObject json = new JsonObject();
    for (StubSetting setting : values()) {
      Object value = setting.writer.apply(behavior);
      if (value != null) {
        json.put(setting.key, value);
      }
    }
    return json;
  }

  String key() {
    return key;
  }

  StubBehavior apply(StubBehavior behavior, String text) {
    try {
      return reader.apply(behavior, text.strip());
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      String problem = message.startsWith(key) ? message.substring(key.length()) : " " + message;
      throw new IllegalArgumentException("'" + key + "'" + problem, e);
    }
  }

  private static StubBehavior withLimit(StubBehavior behavior, String text) {
    return text.equals(NONE) ? behavior.unlimited() : behavior.limit(Texts.parseRate(text));
  }

  private static String limit(StubBehavior behavior) {
    return behavior.limit().map(StubRate::toString).orElse(NONE);
  }

  private static StubBehavior withLatency(StubBehavior behavior, String text) {
    int dash = text.indexOf('-');
    if (dash < 0) {
      return behavior.latency(Texts.parseDuration(text));
    }
    return behavior.latency(
        Texts.parseDuration(text.substring(0, dash)),
        Texts.parseDuration(text.substring(dash + 1)));
  }
}
