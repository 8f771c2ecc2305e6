// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.internal.Waiting;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Lets calls begin at even distances, at a rate that it learns from the dependency's answers: a
 * provider that asks for less gets less, and more again when it takes it. Made for providers that
 * change their limit without a word.
 *
 * <pre>{@code
 * AdaptivePacer erp = AdaptivePacer.named("erp", 600, ofMinutes(1)).build();
 * Decision admitted = erp.acquire(ofSeconds(30));
 * Response response = client.post(invoice);
 * erp.onResult(admitted, verdicts.assess(response, null));
 * }</pre>
 *
 * <p>A refusal by the dependency, a result with the verdict {@code THROTTLED}, lowers the rate and
 * closes the pacer until its retry-after has passed; without one for 1/30 of the time that the
 * limit is for, at most 2 s, and twice as long, up to a quarter of that time and at most 10 min,
 * for each further refusal in a row. The moment until which it is closed only moves forward. While
 * calls succeed the rate grows in steps, 12 in the time that the limit is for and at least one
 * every 5 s, each by 2 % of the rate that was refused, and faster once it is beyond that. It stays
 * between 1 % of the limit and the limit. What was learned is forgotten after an hour without
 * calls.
 *
 * <p>Whether a caller waits for a long pause or gives up is its own choice: {@link #acquire} fails
 * at once when its slot would come too late.
 *
 * <p><b>Thread safety:</b> safe. While nobody waits it takes no lock. <b>Blocking:</b> only {@link
 * #acquire} waits, without holding a monitor.
 */
public final class AdaptivePacer implements Gate {
  private final RateLimiter limiter;

  AdaptivePacer(RateLimiter limiter) {
    this.limiter = limiter;
  }

  /**
   * Begins the settings of a pacer. It begins at its limit.
   *
   * @param name what rejections, logs and metrics call it
   * @param limit how many calls may begin in each {@code per} at the most, 1 to 1,000,000 and at
   *     most one a microsecond: the most that the provider was ever known to take
   * @param per the time that the limit is for, 1 ms to 366 days; the window of the provider's own
   *     limit where it is known
   * @return the settings; end with {@code build()} or {@code keyed()}
   * @throws IllegalArgumentException when out of range
   */
  public static AdaptivePacerConfig named(String name, int limit, Duration per) {
    return new AdaptivePacerConfig(RateLimiterConfig.adaptive(name, limit, per));
  }

  /**
   * Takes the next slot if it is free now.
   *
   * @return whether it was taken
   */
  public Decision tryAcquire() {
    return limiter.tryAcquire();
  }

  /**
   * Takes a slot and waits for it if need be.
   *
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return the decision, which is one that allows
   * @throws InterruptedException when the thread is interrupted while it waits
   * @throws RateLimiterRejectedException when the slot wouldn't come in time: at once, or as soon
   *     as a lower rate or a pause moves it beyond the wait
   */
  public Decision acquire(Duration maxWait) throws InterruptedException {
    return limiter.acquire(maxWait);
  }

  /**
   * Takes a slot now or later. Cancelling the future leaves the line.
   *
   * <p>The future completes on the timer's thread or on the one that reports a result; what depends
   * on it should not block there.
   *
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return a future with a decision that allows; or one that fails with a {@link
   *     RateLimiterRejectedException} when the slot wouldn't come in time
   */
  public CompletableFuture<Decision> acquireAsync(Duration maxWait) {
    return limiter.acquireAsync(maxWait);
  }

  /**
   * Learns from the result of a call. Failures and ignored results say nothing about the rate.
   *
   * @param admitted the decision that let the call begin; a refusal of a call that began before an
   *     earlier refusal was known doesn't lower the rate once more
   * @param result the reading of its result; a retry-after of more than 366 days means 366 days
   */
  public void onResult(Decision admitted, Assessment result) {
    Objects.requireNonNull(admitted, "admitted");
    Objects.requireNonNull(result, "result");
    exit(admitted.nowNanos(), result);
  }

  /**
   * Takes a slot for a call if there is one and nobody waits for it.
   *
   * @param options the call's deadline
   * @return the ticket, which knows when the call was let in; or {@link Gate#WAITS} when the slot
   *     comes within {@link AdaptivePacerConfig#maxWait} and before the call's deadline
   * @throws RateLimiterRejectedException when it doesn't
   */
  @Override
  public long enter(CallOptions options) {
    long ticket = limiter.enter(options);
    return ticket == WAITS ? WAITS : limiter.nowNanos();
  }

  @Override
  public CompletableFuture<Long> enterLater(CallOptions options) {
    return Waiting.forTicket(
        limiter.enterLater(options), slot -> limiter.nowNanos(), limiter::cancel);
  }

  /** Learns from how a call ended, as {@link #onResult} does. */
  @Override
  public void exit(long ticket, Assessment assessment) {
    Objects.requireNonNull(assessment, "assessment");
    limiter.learn(pace -> rules().settle(pace, ticket, limiter.nowNanos(), assessment));
  }

  /** The slot has passed. */
  @Override
  public void cancel(long ticket) {
    limiter.cancel(ticket);
  }

  /**
   * Learns from what the dependency says about its own limit: a changed limit changes the rate in
   * proportion, what is left is spread evenly over the time until there is more, and nothing left
   * closes the pacer until then.
   *
   * @param quota the numbers of the latest answer
   */
  public void onQuota(ProviderQuota quota) {
    Objects.requireNonNull(quota, "quota");
    limiter.learn(pace -> rules().announced(pace, quota, limiter.nowNanos()));
  }

  /**
   * The rate at this moment.
   *
   * @return how many calls begin in each {@code per} when enough are to be made
   */
  public double permits() {
    PacedUsage paced = limiter.paced();
    return paced.rules().permitsPer(paced.pace(), limiter.nowNanos());
  }

  /**
   * How long the pacer is closed because the dependency asked for a pause.
   *
   * @return the time from now on; zero when it is open
   */
  public Duration pause() {
    long notBefore = limiter.paced().pace().brake().notBeforeNanos();
    return Duration.ofNanos(Math.max(0, notBefore - limiter.nowNanos()));
  }

  /**
   * How many callers wait for a slot.
   *
   * @return the number
   */
  public int waiting() {
    return limiter.waiting();
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return limiter.name();
  }

  /**
   * The key.
   *
   * @return the key as text in one line, cut after 256 characters; empty for a pacer without keys
   */
  public Optional<String> key() {
    return limiter.key();
  }

  private AdaptiveRate rules() {
    return limiter.paced().rules();
  }

  @Override
  public String toString() {
    return name() + ": " + Math.round(permits()) + " per " + limiter.config().per();
  }
}
