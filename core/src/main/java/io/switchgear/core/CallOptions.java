// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import io.switchgear.core.internal.Arguments;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a caller says about one call: until when it waits, and whether the call may be made twice.
 *
 * <pre>{@code
 * retry.call(CallOptions.none().deadline(deadline).idempotencyKey(orderId), () -> api.pay(order));
 * }</pre>
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class CallOptions {
  private static final CallOptions NONE = new CallOptions(Deadline.none(), null, null);

  private final Deadline deadline;
  private final @Nullable Boolean idempotent;
  private final @Nullable String idempotencyKey;

  private CallOptions(
      Deadline deadline, @Nullable Boolean idempotent, @Nullable String idempotencyKey) {
    this.deadline = deadline;
    this.idempotent = idempotent;
    this.idempotencyKey = idempotencyKey;
  }

  /**
   * Nothing said: no deadline, and the policies' own settings decide about repeating the call.
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
    return new CallOptions(deadline, idempotent, idempotencyKey);
  }

  /**
   * Whether making the call twice does no more than making it once. Default: not said.
   *
   * @param idempotent true or false
   * @return a copy that says so
   */
  public CallOptions idempotent(boolean idempotent) {
    return new CallOptions(deadline, idempotent, idempotencyKey);
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
    return new CallOptions(deadline, idempotent, idempotencyKey);
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
        + (idempotent == null ? "" : idempotent ? ", idempotent" : ", not idempotent")
        + (idempotencyKey == null ? "" : ", with an idempotency key");
  }
}
