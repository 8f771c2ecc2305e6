// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.http.RateLimitHeaders;
import io.switchgear.ratelimit.Decision;
import io.vertx.core.MultiMap;
import java.time.Duration;

/**
 * What a client learns about our rate limit.
 *
 * @param decision the limiter's answer
 * @param window the stretch of time that the limit is for
 */
record RateHeaders(Decision decision, Duration window) {

  void writeTo(MultiMap headers) {
    RateLimitHeaders.of(decision, window).forEach(headers::set);
  }
}
