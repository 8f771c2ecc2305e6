// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Verdict;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Reads one row of a profile. */
final class RowReader {
  static final List<String> KEYS =
      List.of(
          "id",
          "status",
          "transport",
          "event",
          "header",
          "code",
          "verdict",
          "scope",
          "retry",
          "hint",
          "wait",
          "note",
          "source");

  static final List<String> HINT_KEYS =
      List.of("header", "pointer", "format", "refill", "whenZero", "fallback", "zone");

  static final List<String> REFILL_KEYS = List.of("needed", "available", "perSecond");

  static final List<String> WAIT_KEYS = List.of("until", "zone");

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._ -]{0,63}");

  private static final Map<String, UnaryOperator<HttpRow>> VERDICTS = new LinkedHashMap<>();

  private static final Map<String, Retryable> RETRY = new LinkedHashMap<>();

  private static final Map<String, Boolean> UNTIL = new LinkedHashMap<>();

  static {
    VERDICTS.put("success", row -> row.verdict(Verdict.SUCCESS));
    VERDICTS.put("failure", row -> row.verdict(Verdict.FAILURE));
    VERDICTS.put("ignored", row -> row.verdict(Verdict.IGNORED));
    VERDICTS.put("throttled", row -> row.verdict(Verdict.THROTTLED));
    VERDICTS.put("hold", HttpRow::hold);
    UNTIL.put("midnight", false);
    UNTIL.put("month", true);
    RETRY.put("yes", Retryable.YES);
    RETRY.put("idempotent", Retryable.IDEMPOTENT_ONLY);
    RETRY.put("no", Retryable.NO);
  }

  private final ProfileNode node;
  private final Set<String> keys = new HashSet<>();
  private HttpRow row;

  RowReader(ProfileNode node, int number) {
    this.node = node;
    this.row = HttpRow.named("row-" + number);
  }

  /** The row, without what was wrong in it and is noted as an error. */
  HttpRow row() {
    List<? extends ProfileNode> entries = node.entries(KEYS);
    for (ProfileNode entry : entries) {
      keys.add(entry.name());
      if (entry.name().equals("id")) {
        entry
            .value("1 to 64 letters, digits, dots, dashes and blanks", RowReader::id)
            .ifPresent(id -> row = HttpRow.named(id));
      }
    }
    entries.forEach(this::read);
    return row;
  }

  /**
   * What the row lacks for a place in a profile; empty also when what it lacks is there, but wrong.
   */
  Optional<String> flaw() {
    boolean triedPlace = keys.stream().anyMatch(Set.of("status", "transport", "event")::contains);
    boolean tried = row.match().isNothing() ? triedPlace : keys.contains("verdict");
    return tried ? Optional.empty() : row.flaw();
  }

  private static Optional<String> id(String text) {
    return Optional.of(text).filter(it -> ID.matcher(it).matches());
  }

  private void read(ProfileNode entry) {
    switch (entry.name()) {
      case "id" -> {}
      case "status" -> entry.items().forEach(this::status);
      case "transport" ->
          each(entry, TransportError.values()).forEach(error -> row = row.transport(error));
      case "event" ->
          entry
              .items()
              .forEach(item -> ProfileReader.text(item).ifPresent(name -> row = row.event(name)));
      case "header", "code" -> entry.items().forEach(this::condition);
      case "verdict" ->
          ProfileReader.oneOf(entry, VERDICTS).ifPresent(verdict -> row = verdict.apply(row));
      case "scope" ->
          ProfileReader.oneOf(entry, ProfileReader.names(Scope.values()))
              .ifPresent(scope -> row = row.scope(scope));
      case "retry" ->
          ProfileReader.oneOf(entry, RETRY).ifPresent(retry -> row = row.retryable(retry));
      case "hint" -> entry.items().forEach(this::hint);
      case "wait" -> byDefault(entry);
      case "note" -> ProfileReader.text(entry).ifPresent(note -> row = row.note(note));
      default -> ProfileReader.text(entry).ifPresent(source -> row = row.source(source));
    }
  }

  private static <E extends Enum<E>> List<E> each(ProfileNode entry, E[] constants) {
    List<E> found = new ArrayList<>();
    for (ProfileNode item : entry.items()) {
      ProfileReader.oneOf(item, ProfileReader.names(constants)).ifPresent(found::add);
    }
    return found;
  }

  private void status(ProfileNode item) {
    ProfileReader.status(item)
        .ifPresent(range -> row = row.statusBetween(range.first(), range.last()));
  }

  private void condition(ProfileNode item) {
    new ConditionReader(item).read(row).ifPresent(changed -> row = changed);
  }

  private void byDefault(ProfileNode wait) {
    if (!wait.isMapping()) {
      wait.value("a duration such as 2s, 1m or 72h", RowReader::duration)
          .ifPresent(duration -> row = row.waitByDefault(duration));
      return;
    }
    ZoneId zone = ZoneOffset.UTC;
    Optional<Boolean> monthly = Optional.empty();
    for (ProfileNode entry : wait.entries(WAIT_KEYS)) {
      if (entry.name().equals("zone")) {
        zone = zone(entry).orElse(zone);
      } else {
        monthly = ProfileReader.oneOf(entry, UNTIL);
      }
    }
    if (monthly.isEmpty()) {
      wait.problem("'wait' needs 'until', which is midnight or month");
    } else {
      row = monthly.get() ? row.waitUntilNextMonth(zone) : row.waitUntilMidnight(zone);
    }
  }

  private static Optional<Duration> duration(String text) {
    boolean bare = WaitText.number(text).isPresent();
    WaitText reader = new WaitText(Instant.EPOCH, ZoneOffset.UTC);
    return bare ? Optional.empty() : reader.read(text, WaitFormat.DURATION);
  }

  private static Optional<ZoneId> zone(ProfileNode entry) {
    return entry.value(
        "a time zone such as UTC or America/Los_Angeles",
        text -> {
          try {
            return Optional.of(ZoneId.of(text));
          } catch (DateTimeException unknown) {
            return Optional.empty();
          }
        });
  }

  private void hint(ProfileNode item) {
    HintDraft draft = new HintDraft();
    item.entries(HINT_KEYS).forEach(entry -> read(entry, draft));
    try {
      draft.hint().ifPresentOrElse(hint -> row = row.hint(hint), () -> incomplete(item));
    } catch (IllegalArgumentException malformed) {
      item.problem(String.valueOf(malformed.getMessage()));
    }
  }

  private static void incomplete(ProfileNode item) {
    item.problem("a hint needs 'format' with 'header' or 'pointer' or both, or 'refill' alone");
  }

  private static void read(ProfileNode entry, HintDraft draft) {
    switch (entry.name()) {
      case "header" ->
          entry.value(HeaderName.WHAT, HeaderName::parse).ifPresent(it -> draft.header = it);
      case "pointer" ->
          entry.value(Pointer.WHAT, Pointer::parse).ifPresent(it -> draft.pointer = it.toString());
      case "format" ->
          ProfileReader.oneOf(entry, ProfileReader.names(WaitFormat.values()))
              .ifPresent(it -> draft.format = it);
      case "refill" -> refill(entry, draft);
      case "whenZero" ->
          entry.value(HeaderName.WHAT, HeaderName::parse).ifPresent(it -> draft.whenZero = it);
      case "fallback" ->
          ProfileReader.oneOf(entry, ConditionReader.BOOLEANS).ifPresent(it -> draft.fallback = it);
      default -> zone(entry).ifPresent(it -> draft.zone = it);
    }
  }

  private static void refill(ProfileNode refill, HintDraft draft) {
    for (ProfileNode entry : refill.entries(REFILL_KEYS)) {
      entry
          .value(Pointer.WHAT, Pointer::parse)
          .ifPresent(it -> draft.refill.put(entry.name(), it.toString()));
    }
  }
}
