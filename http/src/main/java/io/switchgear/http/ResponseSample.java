// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The head of a response with the beginning of its body, for the profiles that look at bodies.
 *
 * <p><b>Thread safety:</b> read by the thread that finished the call only.
 */
public final class ResponseSample implements ResponseHead {
  /** The most that is read of a body, in bytes: 64 KiB. */
  public static final int MAX_BYTES = 64 * 1024;

  private final ResponseHead head;
  private final byte[] body;
  private final boolean truncated;

  private ResponseSample(ResponseHead head, byte[] body, boolean truncated) {
    this.head = head;
    this.body = body;
    this.truncated = truncated;
  }

  /**
   * A head with a piece of body. The array isn't copied unless it is longer than {@link
   * #MAX_BYTES}; it must not change while the sample is read.
   *
   * @param head the head
   * @param body the body as it came, from its first byte, of which {@link #MAX_BYTES} are kept;
   *     decoded if it had a content encoding
   * @param truncated whether the body goes on after that
   * @return the sample
   */
  public static ResponseSample of(ResponseHead head, byte[] body, boolean truncated) {
    return body.length <= MAX_BYTES
        ? new ResponseSample(head, body, truncated)
        : new ResponseSample(head, Arrays.copyOf(body, MAX_BYTES), true);
  }

  @Override
  public int status() {
    return head.status();
  }

  @Override
  public Optional<String> header(String name) {
    return head.header(name);
  }

  /** The body as text, where what isn't UTF-8 is replaced. */
  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  boolean isTruncated() {
    return truncated;
  }
}
