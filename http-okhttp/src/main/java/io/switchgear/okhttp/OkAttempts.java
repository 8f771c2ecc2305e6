// SPDX-License-Identifier: Apache-2.0
package io.switchgear.okhttp;

import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.http.HttpPolicies;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor.Chain;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The attempts of one call; for one thread. */
final class OkAttempts {
  /** How much later than the client's own timer the call was begun, as far as we know. */
  private static final long SLACK_NANOS = Duration.ofMillis(100).toNanos();

  private final Chain chain;
  private final Request request;
  private final HttpPolicies policies;
  private final Deadline callTimeout;

  OkAttempts(Chain chain, Request request, HttpPolicies policies) {
    this.chain = chain;
    this.request = request;
    this.policies = policies;
    long limitNanos = chain.call().timeout().timeoutNanos();
    this.callTimeout =
        limitNanos == 0
            ? Deadline.none()
            : Deadline.after(Duration.ofNanos(limitNanos - SLACK_NANOS), TimeSource.system());
  }

  OkResult make(Deadline until) throws IOException {
    RequestBody body = request.body();
    @Nullable SentBody sent = body == null ? null : new SentBody(body);
    Request sending =
        sent == null ? request : request.newBuilder().method(request.method(), sent).build();
    try {
      Response response = within(until).proceed(sending);
      return OkResult.of(policies.verdicts(), response, until, this::isGivenUp);
    } catch (IOException e) {
      throw failed(e, sent);
    }
  }

  private IOException failed(IOException error, @Nullable SentBody sent) {
    boolean unreadable = sent != null && sent.hasFailed();
    // Of a request without a body nobody knows whether it was redirected.
    boolean maybeSent = sent == null || sent.isBegun();
    return unreadable || isGivenUp() || isInterrupted(error)
        ? policies.ours(error, true)
        : policies.failed(error, maybeSent);
  }

  /** Whether the call was canceled, and not by the limit that it has as a whole. */
  private boolean isGivenUp() {
    return chain.call().isCanceled() && !callTimeout.isOver();
  }

  private boolean isInterrupted(IOException error) {
    boolean limit = error instanceof SocketTimeoutException || callTimeout.isOver();
    return error instanceof InterruptedIOException && !limit;
  }

  /** The client's own times, cut to what is left. */
  private Chain within(Deadline until) {
    if (until.isNone()) {
      return chain;
    }
    int leftMillis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, until.remaining().toMillis()));
    return chain
        .withConnectTimeout(least(chain.connectTimeoutMillis(), leftMillis), TimeUnit.MILLISECONDS)
        .withReadTimeout(least(chain.readTimeoutMillis(), leftMillis), TimeUnit.MILLISECONDS)
        .withWriteTimeout(least(chain.writeTimeoutMillis(), leftMillis), TimeUnit.MILLISECONDS);
  }

  /** Zero is no limit. */
  private static int least(int ownMillis, int leftMillis) {
    return ownMillis == 0 ? leftMillis : Math.min(ownMillis, leftMillis);
  }
}
