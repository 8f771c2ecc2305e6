// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.CallOptions;
import io.switchgear.core.RandomSource;
import java.util.Set;
import java.util.UUID;

/**
 * What makes it safe to send a request more than once: its method, or a key by which the other side
 * recognizes it.
 *
 * <p><b>Thread safety:</b> stateless.
 */
public final class Idempotency {
  /** The header that carries the key of a request. */
  public static final String KEY_HEADER = "Idempotency-Key";

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

  private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final long VARIANT_2 = 0x8000_0000_0000_0000L;

  private Idempotency() {}

  /**
   * Whether a method does no more when it is used twice (RFC 9110, 9.2.2).
   *
   * @param method the method in capital letters
   * @return true for GET, HEAD, OPTIONS, TRACE, PUT and DELETE
   */
  public static boolean isOf(String method) {
    return METHODS.contains(method);
  }

  /**
   * A key that nobody else has: a UUID by chance (RFC 9562, 5.4).
   *
   * @param random the chance
   * @return the key
   */
  public static String newKey(RandomSource random) {
    long high = (bits(random) & VERSION_MASK) | VERSION_4;
    long low = (bits(random) & VARIANT_MASK) | VARIANT_2;
    return new UUID(high, low).toString();
  }

  /**
   * What the policies around a client are to know of a request: what its caller said, with one
   * clear word on whether it may be sent more than once.
   *
   * @param given what the caller said
   * @param repeatable whether its method or its key makes that safe, and its body can be sent again
   * @return the options for a pipeline
   */
  public static CallOptions options(CallOptions given, boolean repeatable) {
    return CallOptions.none()
        .deadline(given.deadline())
        .priority(given.priority())
        .idempotent(repeatable);
  }

  private static long bits(RandomSource random) {
    return (half(random) << Integer.SIZE) | half(random);
  }

  private static long half(RandomSource random) {
    return (long) (random.nextDouble() * (1L << Integer.SIZE));
  }
}
