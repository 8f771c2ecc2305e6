// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.ratelimit.Decision;
import io.vertx.core.MultiMap;
import java.time.Duration;

/**
 * What a client learns about our rate limit: the headers of the IETF draft (RateLimit header fields
 * for HTTP) and the trio that most clients know.
 *
 * @param decision the limiter's answer
 * @param window the stretch of time that the limit is for
 */
record RateHeaders(Decision decision, Duration window) {

  void writeTo(MultiMap headers) {
    long reset = Answers.seconds(decision.resetAfter());
    long retry = Answers.seconds(decision.retryAfter());
    headers.set(
        "RateLimit-Policy", "\"default\";q=%d;w=%d".formatted(decision.limit(), windowSeconds()));
    headers.set("RateLimit", "\"default\";r=%d;t=%d".formatted(decision.remaining(), retry));
    headers.set("X-RateLimit-Limit", Integer.toString(decision.limit()));
    headers.set("X-RateLimit-Remaining", Integer.toString(decision.remaining()));
    headers.set("X-RateLimit-Reset", Long.toString(reset));
  }

  private long windowSeconds() {
    return Answers.seconds(window);
  }
}
