// SPDX-License-Identifier: Apache-2.0
package io.switchgear.apachehttp;

import io.switchgear.core.Deadline;
import io.switchgear.http.HttpPolicies;
import io.switchgear.http.Idempotency;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call; for one thread.
 *
 * @param request the request
 * @param key the idempotency key to send with each
 * @param scope the client's own state
 * @param chain the rest of the client
 * @param policies the policies around the call
 */
record ApacheAttempts(
    ClassicHttpRequest request,
    Optional<String> key,
    ExecChain.Scope scope,
    ExecChain chain,
    HttpPolicies policies) {

  ApacheResult make(Deadline until) throws IOException {
    ClassicHttpRequest sending = ClassicRequestBuilder.copy(request).build();
    key.ifPresent(it -> sending.setHeader(Idempotency.KEY_HEADER, it));
    @Nullable HttpEntity entity = request.getEntity();
    @Nullable SentEntity sent = entity == null ? null : new SentEntity(entity);
    sending.setEntity(sent);
    RequestConfig own = scope.clientContext.getRequestConfigOrDefault();
    scope.clientContext.setRequestConfig(within(own, until));
    try {
      return ApacheResult.of(policies.verdicts(), chain.proceed(sending, scope), until, scope);
    } catch (HttpException e) {
      throw policies.failed(new ClientProtocolException(e), true);
    } catch (IOException e) {
      throw failed(e, sent);
    } finally {
      scope.clientContext.setRequestConfig(own);
    }
  }

  private IOException failed(IOException error, @Nullable SentEntity sent) {
    boolean unreadable = sent != null && sent.hasFailed();
    boolean interrupted =
        error instanceof InterruptedIOException && Thread.currentThread().isInterrupted();
    boolean given = scope.execRuntime.isExecutionAborted();
    if (error instanceof ConnectionRequestTimeoutException) {
      return policies.ours(error, false);
    }
    // Of a request without a body nobody knows whether it was redirected.
    boolean maybeSent = sent == null || sent.isBegun();
    boolean limit = error instanceof SocketTimeoutException;
    return unreadable || given || (interrupted && !limit)
        ? policies.ours(error, true)
        : policies.failed(error, maybeSent);
  }

  /** The client's own times, cut to what is left. */
  private static RequestConfig within(RequestConfig own, Deadline until) {
    if (until.isNone()) {
      return own;
    }
    long leftMillis = Math.max(1, until.remaining().toMillis());
    Timeout left = Timeout.ofMilliseconds(Math.min(leftMillis, Integer.MAX_VALUE));
    return RequestConfig.copy(own)
        .setConnectionRequestTimeout(least(own.getConnectionRequestTimeout(), left))
        .setResponseTimeout(least(own.getResponseTimeout(), left))
        .build();
  }

  private static Timeout least(@Nullable Timeout own, Timeout left) {
    return own == null || own.isDisabled() || own.compareTo(left) > 0 ? left : own;
  }
}
