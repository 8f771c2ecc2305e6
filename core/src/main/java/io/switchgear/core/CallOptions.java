// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import io.switchgear.core.internal.Arguments;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the caller says about one call: how long it waits, how much the call matters, whom it is
 * for, and whether it may be made more than once. Each method gives a copy with one option changed.
 *
 * <pre>{@code
 * CallOptions options = CallOptions.none()
 *     .deadline(Deadline.after(ofSeconds(2), TimeSource.system()))
 *     .idempotencyKey(invoice.number());
 * }</pre>
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class CallOptions {
  private static final CallOptions NONE =
      new CallOptions(Deadline.none(), Priority.NORMAL, null, null, null);

  private final Deadline deadline;
  private final Priority priority;
  private final @Nullable Object cacheKey;
  private final @Nullable Boolean idempotent;
  private final @Nullable String idempotencyKey;

  private CallOptions(
      Deadline deadline,
      Priority priority,
      @Nullable Object cacheKey,
      @Nullable Boolean idempotent,
      @Nullable String idempotencyKey) {
    this.deadline = deadline;
    this.priority = priority;
    this.cacheKey = cacheKey;
    this.idempotent = idempotent;
    this.idempotencyKey = idempotencyKey;
  }

  /**
   * Nothing said: no deadline, normal priority, and the policies' own settings decide about
   * repeating the call.
   *
   * @return the same instance each time
   */
  public static CallOptions none() {
    return NONE;
  }

  /**
   * Until when the caller waits. Default: for ever.
   *
   * @param deadline the deadline
   * @return a copy with this deadline
   */
  public CallOptions deadline(Deadline deadline) {
    Objects.requireNonNull(deadline, "deadline");
    return new CallOptions(deadline, priority, cacheKey, idempotent, idempotencyKey);
  }

  /**
   * How much the call matters when not all can be made. Default: {@link Priority#NORMAL}.
   *
   * @param priority the priority
   * @return a copy with this priority
   */
  public CallOptions priority(Priority priority) {
    Objects.requireNonNull(priority, "priority");
    return new CallOptions(deadline, priority, cacheKey, idempotent, idempotencyKey);
  }

  /**
   * What the call asks for: calls with equal keys have the same answer, so that one that was cached
   * serves the others. Default: none, and nothing is cached.
   *
   * @param cacheKey the key; it needs {@code equals} and {@code hashCode}
   * @return a copy with this key
   */
  public CallOptions cacheKey(Object cacheKey) {
    Objects.requireNonNull(cacheKey, "cacheKey");
    return new CallOptions(deadline, priority, cacheKey, idempotent, idempotencyKey);
  }

  /**
   * Whether making the call twice does no more than making it once. Default: not said.
   *
   * @param idempotent true or false
   * @return a copy that says so
   */
  public CallOptions idempotent(boolean idempotent) {
    return new CallOptions(deadline, priority, cacheKey, idempotent, idempotencyKey);
  }

  /**
   * The key by which the dependency recognizes a call that it has seen before. A call with a key
   * may be made twice, whatever else is said. Default: none.
   *
   * @param idempotencyKey the key, which the call itself must send
   * @return a copy with this key
   * @throws IllegalArgumentException when blank
   */
  public CallOptions idempotencyKey(String idempotencyKey) {
    Arguments.notBlank("idempotencyKey", idempotencyKey);
    return new CallOptions(deadline, priority, cacheKey, idempotent, idempotencyKey);
  }

  /**
   * Until when the caller waits.
   *
   * @return the deadline; {@link Deadline#none} unless set
   */
  public Deadline deadline() {
    return deadline;
  }

  /**
   * How much the call matters.
   *
   * @return the priority; {@link Priority#NORMAL} unless set
   */
  public Priority priority() {
    return priority;
  }

  /**
   * What the call asks for.
   *
   * @return the key, if there is one
   */
  public Optional<Object> cacheKey() {
    return Optional.ofNullable(cacheKey);
  }

  /**
   * The key by which the dependency recognizes the call.
   *
   * @return the key, if there is one
   */
  public Optional<String> idempotencyKey() {
    return Optional.ofNullable(idempotencyKey);
  }

  /**
   * Whether the call may be made more than once.
   *
   * @param unlessSaid the answer for a call about which nothing is said
   * @return true with a key; else what was said, or the answer that was given
   */
  public boolean isRepeatable(boolean unlessSaid) {
    if (idempotencyKey != null) {
      return true;
    }
    return idempotent == null ? unlessSaid : idempotent;
  }

  @Override
  public String toString() {
    return deadline
        + (priority == Priority.NORMAL ? "" : ", " + priority)
        + (cacheKey == null ? "" : ", with a cache key")
        + (idempotent == null ? "" : idempotent ? ", idempotent" : ", not idempotent")
        + (idempotencyKey == null ? "" : ", with an idempotency key");
  }
}
