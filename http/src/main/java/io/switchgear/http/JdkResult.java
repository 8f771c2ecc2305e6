// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A response of the JDK's client.
 *
 * @param <T> its body
 */
final class JdkResult<T> extends HttpResult {
  private final JdkAttempt<T> attempt;
  private volatile @Nullable HttpResponse<T> response;

  JdkResult(HttpVerdicts verdicts, ResponseInfo info, JdkAttempt<T> attempt) {
    super(verdicts, new JdkResponseHead(info.statusCode(), info.headers()));
    this.attempt = attempt;
  }

  JdkResult<T> with(HttpResponse<T> whole) {
    response = whole;
    return this;
  }

  HttpResponse<T> response() {
    return Objects.requireNonNull(response);
  }

  @Override
  public void discard() {
    attempt.discard();
  }
}
