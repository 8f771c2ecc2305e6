// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a profile makes of a result: the assessment with its wait, whom it speaks for, whether the
 * call may be made again, and which rule said so.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class HttpReading {
  private final Assessment assessment;
  private final Scope scope;
  private final Retryable retryable;
  private final String waitSource;
  private final Rule rule;

  HttpReading(
      Assessment assessment, Scope scope, Retryable retryable, String waitSource, Rule rule) {
    this.assessment = assessment;
    this.scope = scope;
    this.retryable = retryable;
    this.waitSource = waitSource;
    this.rule = rule;
  }

  static HttpReading plain(Assessment assessment, Scope scope, Retryable retryable, String rule) {
    return new HttpReading(assessment, scope, retryable, "", new Rule(rule, null));
  }

  static HttpReading of(HttpRow row) {
    Retryable said = row.meaning().retryable();
    Assessment plain = row.assessment();
    return new HttpReading(
        said == null ? plain : said(plain, said),
        row.scope(),
        row.retryable(),
        "",
        new Rule(row.id(), row));
  }

  /** An assessment that says of itself whether to make the call again; a hold does so anyhow. */
  private static Assessment said(Assessment plain, Retryable retryable) {
    if (plain.isHold()) {
      return plain;
    }
    boolean ignored = plain.verdict() == Verdict.IGNORED;
    return plain.repeat(
        switch (retryable) {
          case YES -> ignored ? Repeat.USEFUL : Repeat.UNSEEN;
          case IDEMPOTENT_ONLY -> ignored ? Repeat.USEFUL : Repeat.BY_VERDICT;
          case NO -> Repeat.USELESS;
        });
  }

  HttpReading with(Assessment changed, String waitFrom) {
    Retryable then = changed.isHold() ? Retryable.NO : retryable;
    return new HttpReading(changed, scope, then, waitFrom, rule);
  }

  HttpReading with(Retryable changed) {
    return assessment.isHold()
        ? this
        : new HttpReading(said(assessment, changed), scope, changed, waitSource, rule);
  }

  boolean isSuccess() {
    return assessment.verdict() == Verdict.SUCCESS;
  }

  /**
   * What the result says about the dependency, with the time to wait, and whether to make the call
   * again where the row or the answer says so.
   *
   * @return the assessment
   */
  public Assessment assessment() {
    return assessment;
  }

  /**
   * The assessment for policies that know nothing of scopes, such as a circuit: as {@link
   * #assessment()}, but a throttled call that speaks for itself alone is ignored, since others must
   * not wait for it. Its own wait, and that it is worth another attempt, stay.
   *
   * @return the assessment
   */
  public Assessment forOthers() {
    if (assessment.verdict() != Verdict.THROTTLED || scope != Scope.CALL) {
      return assessment;
    }
    Assessment ignored = Assessment.of(Verdict.IGNORED);
    return assessment.isHold() || retryable == Retryable.NO
        ? ignored
        : notBefore().map(ignored::retryAfter).orElse(ignored).repeat(Repeat.USEFUL);
  }

  /**
   * The assessment for the policies around a request whose sender says whether it may be sent more
   * than once: as {@link #forOthers()}, but an answer that says "again" makes it no safer to repeat
   * a request that isn't idempotent, and what concerns this call alone keeps its wait.
   *
   * @return the assessment
   */
  public Assessment forRequests() {
    Assessment others = forOthers();
    if (isSuccess()) {
      return others;
    }
    Repeat repeat =
        switch (retryable) {
          case YES -> Repeat.USEFUL;
          case IDEMPOTENT_ONLY -> Repeat.BY_VERDICT;
          case NO -> Repeat.USELESS;
        };
    Assessment said = others.repeat(repeat);
    return notBefore().map(said::retryAfter).orElse(said);
  }

  /**
   * Whom the assessment speaks for.
   *
   * @return the scope
   */
  public Scope scope() {
    return scope;
  }

  /**
   * Whether the call may be made again, not before {@link #notBefore()}. A hold never is.
   *
   * @return whether
   */
  public Retryable retryable() {
    return retryable;
  }

  /**
   * How long no such call is welcome, counted from now.
   *
   * @return the wait, always positive; empty when it isn't known
   */
  public Optional<Duration> notBefore() {
    return assessment.retryAfter();
  }

  /**
   * Where {@link #notBefore()} comes from.
   *
   * @return such as "header Retry-After" or "default of the row"; empty without a wait
   */
  public Optional<String> waitSource() {
    return Optional.of(waitSource).filter(text -> !text.isEmpty());
  }

  /**
   * The rule that decided.
   *
   * @return the id of the row, or in words the rule of plain HTTP
   */
  public String rule() {
    return rule.text();
  }

  /**
   * The row that decided.
   *
   * @return the row; empty when it was a rule of plain HTTP
   */
  public Optional<HttpRow> row() {
    return Optional.ofNullable(rule.row());
  }

  @Override
  public String toString() {
    return assessment + ", scope " + scope + ", retryable " + retryable + " (" + rule.text() + ")";
  }

  /** What decided. */
  record Rule(String text, @Nullable HttpRow row) {}
}
