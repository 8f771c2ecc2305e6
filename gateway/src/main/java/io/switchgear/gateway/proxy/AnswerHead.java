// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.util.Locale;

/** What an answer's head says about its connection, and whether it may pass. */
final class AnswerHead {
  private static final int FIRST_FINAL_STATUS = 200;
  private static final int LAST_STATUS = 599;

  private AnswerHead() {}

  /**
   * An interim status that HTTP didn't define would be taken for the answer; 101 wasn't asked. A
   * status beyond 599 isn't HTTP (RFC 9110, 15), and clients read it in different ways.
   */
  static boolean isPassable(HttpClientResponse head) {
    return head.statusCode() >= FIRST_FINAL_STATUS
        && head.statusCode() <= LAST_STATUS
        // The decoder checks the characters of headers, but not those of these words.
        && HeaderRules.isText(head.statusMessage())
        && !head.headers().contains("")
        && HeaderRules.isPlainlyCoded(head.headers());
  }

  /** Whether its connection can be used again once it is complete. */
  static boolean keepsAlive(HttpClientResponse response) {
    if (response.version() == HttpVersion.HTTP_2) {
      return true;
    }
    String option = response.getHeader(HttpHeaders.CONNECTION);
    return response.version() == HttpVersion.HTTP_1_1
        && (option == null || !option.toLowerCase(Locale.ROOT).contains("close"));
  }
}
