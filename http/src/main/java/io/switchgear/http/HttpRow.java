// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.http.RowMatch.StatusRange;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One rule of a {@link HttpProfile}: which results it is for, and what they mean.
 *
 * <pre>{@code
 * HttpRow.named("no-credit")
 *     .status(429)
 *     .code("/error/code", ValueMatch.is("insufficient_quota"))
 *     .hold()
 *     .scope(Scope.CREDENTIAL);
 * }</pre>
 *
 * <p>A row must name at least one status, transport error or event, and say what it means. All its
 * conditions must hold. Each method gives a copy.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class HttpRow {
  private final String id;
  private final RowMatch match;
  private final RowMeaning meaning;
  private final String note;
  private final String source;

  private HttpRow(String id, RowMatch match, RowMeaning meaning, String note, String source) {
    this.id = id;
    this.match = match;
    this.meaning = meaning;
    this.note = note;
    this.source = source;
  }

  /**
   * A row that is for nothing yet.
   *
   * @param id what explanations call it; unique in its profile
   * @return the row
   */
  public static HttpRow named(String id) {
    return new HttpRow(id, RowMatch.NOTHING, RowMeaning.UNKNOWN, "", "");
  }

  private HttpRow with(RowMatch changed) {
    return new HttpRow(id, changed, meaning, note, source);
  }

  HttpRow with(Condition condition) {
    return with(match.and(condition));
  }

  private HttpRow with(RowMeaning changed) {
    return new HttpRow(id, match, changed, note, source);
  }

  /**
   * For answers with these statuses too.
   *
   * @param statuses from 100 to 999
   * @return a copy
   * @throws IllegalArgumentException when one is out of range
   */
  public HttpRow status(int... statuses) {
    HttpRow row = this;
    for (int status : statuses) {
      row = row.statusBetween(status, status);
    }
    return row;
  }

  /**
   * For answers with a status in this range too.
   *
   * @param first the smallest, from 100
   * @param last the largest, to 999
   * @return a copy
   * @throws IllegalArgumentException when out of range
   */
  public HttpRow statusBetween(int first, int last) {
    return with(match.andStatus(new StatusRange(first, last)));
  }

  /**
   * For calls without a whole answer too.
   *
   * @param errors how they ended
   * @return a copy
   */
  public HttpRow transport(TransportError... errors) {
    RowMatch changed = match;
    for (TransportError error : errors) {
      changed = changed.andTransport(error);
    }
    return with(changed);
  }

  /**
   * For events of a stream too; conditions on the body are then conditions on the event's data.
   *
   * @param names the names; the empty one is an event without a name, {@code *} is any event
   * @return a copy
   */
  public HttpRow event(String... names) {
    RowMatch changed = match;
    for (String name : names) {
      changed = changed.andEvent(name);
    }
    return with(changed);
  }

  /**
   * Only if a header is as it must be.
   *
   * @param name the header's name
   * @param value what its first value must be
   * @return a copy
   * @throws IllegalArgumentException when that can't be a header's name
   */
  public HttpRow header(String name, ValueMatch value) {
    return with(match.and(Condition.header(HeaderName.check(name), value)));
  }

  /**
   * Only if the JSON in a header is as it must be.
   *
   * @param name the header's name
   * @param pointer a JSON pointer, in which {@code *} is any key or index
   * @param value what one of the values there must be
   * @return a copy
   * @throws IllegalArgumentException when one of the names is malformed
   */
  public HttpRow headerJson(String name, String pointer, ValueMatch value) {
    return with(
        match.and(new Condition(HeaderName.check(name), List.of(Pointer.of(pointer)), value)));
  }

  /**
   * Only if the body holds what it must. Without a body at hand the row doesn't match.
   *
   * @param pointer a JSON pointer, in which {@code *} is any key or index; an empty one is the
   *     whole body, which then needn't be JSON
   * @param value what one of the values there must be
   * @return a copy
   * @throws IllegalArgumentException when the pointer is malformed
   */
  public HttpRow code(String pointer, ValueMatch value) {
    return code(List.of(pointer), value);
  }

  /**
   * Only if the body holds what it must at one of several places.
   *
   * @param pointers as for the other {@code code}; one of them is enough
   * @param value what one of the values there must be
   * @return a copy
   * @throws IllegalArgumentException when a pointer is malformed
   */
  public HttpRow code(List<String> pointers, ValueMatch value) {
    return with(match.and(new Condition("", pointers.stream().map(Pointer::of).toList(), value)));
  }

  /**
   * What such a result says about the dependency.
   *
   * @param verdict the verdict; {@link Verdict#THROTTLED} means that it is welcome again soon
   * @return a copy
   */
  public HttpRow verdict(Verdict verdict) {
    return with(meaning.verdict(Assessment.of(verdict)));
  }

  /**
   * Such a result is throttled for hours or until a person helps ({@link Assessment#hold()}).
   *
   * @return a copy
   */
  public HttpRow hold() {
    return with(meaning.verdict(Assessment.hold()));
  }

  /**
   * Whom it speaks for. Default: the dependency for a success or a failure, the credential for a
   * throttled call, the call itself for an ignored one.
   *
   * @param scope the scope
   * @return a copy
   */
  public HttpRow scope(Scope scope) {
    return with(meaning.scope(scope));
  }

  /**
   * Whether the call may be made again. Default: {@link Retryable#YES} for a throttled call that
   * isn't a hold, {@link Retryable#IDEMPOTENT_ONLY} for a failure, else {@link Retryable#NO}.
   *
   * @param retryable whether
   * @return a copy
   */
  public HttpRow retryable(Retryable retryable) {
    return with(meaning.retryable(retryable));
  }

  /**
   * One more place where the response says how long to wait. Default: the standard headers {@code
   * retry-after-ms} and {@code Retry-After}, which are read in any case, unless a hint gives {@code
   * Retry-After} another form. The longest of the waits counts.
   *
   * @param hint the place
   * @return a copy
   */
  public HttpRow hint(WaitHint hint) {
    return with(meaning.hint(hint));
  }

  /**
   * The wait when the response names none, as the dependency's documentation has it.
   *
   * @param wait 1 ms to 366 days
   * @return a copy
   * @throws IllegalArgumentException when out of range
   */
  public HttpRow waitByDefault(Duration wait) {
    if (wait.toMillis() < 1 || wait.compareTo(WaitText.LONGEST) > 0) {
      throw new IllegalArgumentException("wait must be from 1 ms to 366 days, but is " + wait);
    }
    return with(meaning.defaultWait(new DefaultWait(wait, ZoneOffset.UTC, false)));
  }

  /**
   * When the response names no wait: until the next midnight.
   *
   * @param zone whose midnight
   * @return a copy
   */
  public HttpRow waitUntilMidnight(ZoneId zone) {
    return with(meaning.defaultWait(new DefaultWait(null, zone, false)));
  }

  /**
   * When the response names no wait: until the first midnight of the next month.
   *
   * @param zone whose midnight
   * @return a copy
   */
  public HttpRow waitUntilNextMonth(ZoneId zone) {
    return with(meaning.defaultWait(new DefaultWait(null, zone, true)));
  }

  /**
   * What a person should know about such a result.
   *
   * @param note a short sentence
   * @return a copy
   */
  public HttpRow note(String note) {
    return new HttpRow(id, match, meaning, note, source);
  }

  /**
   * Where it is written that it means this.
   *
   * @param source a document or a place of source code
   * @return a copy
   */
  public HttpRow source(String source) {
    return new HttpRow(id, match, meaning, note, source);
  }

  /**
   * What explanations call it.
   *
   * @return the id
   */
  public String id() {
    return id;
  }

  /**
   * What a person should know about such a result.
   *
   * @return a short sentence, or nothing
   */
  public Optional<String> note() {
    return Optional.of(note).filter(text -> !text.isEmpty());
  }

  /**
   * Where it is written that it means this.
   *
   * @return a document or a place of source code, or nothing
   */
  public Optional<String> source() {
    return Optional.of(source).filter(text -> !text.isEmpty());
  }

  RowMatch match() {
    return match;
  }

  RowMeaning meaning() {
    return meaning;
  }

  /** The verdict without a wait; a row in a profile has one. */
  Assessment assessment() {
    Assessment assessment = meaning.assessment();
    if (assessment == null) {
      throw new IllegalStateException("row '" + id + "' has no verdict");
    }
    return assessment;
  }

  Retryable retryable() {
    Retryable own = meaning.retryable();
    return own != null ? own : RowMeaning.usuallyRetryable(assessment());
  }

  Scope scope() {
    Scope own = meaning.scope();
    return own != null ? own : RowMeaning.usualScope(assessment().verdict());
  }

  /** Where it looks in bodies. */
  List<Pointer> bodyPlaces() {
    return Stream.concat(
            match.body().stream().flatMap(condition -> condition.places().stream()),
            meaning.hints().stream()
                .filter(WaitHint::isOfBody)
                .flatMap(hint -> hint.places().stream()))
        .toList();
  }

  /** What is missing for a place in a profile; empty when nothing is. */
  Optional<String> flaw() {
    if (match.isNothing()) {
      return Optional.of("names no status, transport error or event");
    }
    return meaning.assessment() == null ? Optional.of("has no verdict") : Optional.empty();
  }

  @Override
  public String toString() {
    return id + ": " + match + " -> " + meaning.assessment();
  }
}
