// SPDX-License-Identifier: Apache-2.0
package io.switchgear.apachehttp;

import io.switchgear.core.CallOptions;
import io.switchgear.http.CallRefusedException;
import io.switchgear.http.HttpPolicies;
import io.switchgear.http.HttpResult;
import io.switchgear.http.Idempotency;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Puts policies around the calls of a classic Apache HttpClient 5.
 *
 * <pre>{@code
 * CloseableHttpClient client = HttpClients.custom()
 *     .disableAutomaticRetries()
 *     .addExecInterceptorFirst("switchgear", ResilientExecHandler.with(policies))
 *     .build();
 * }</pre>
 *
 * <p>Add it first, so that it is around redirects and everything else, and switch off the client's
 * own retries. The client's own times bound an attempt and its body, cut to what is left of the
 * pipeline's deadline. The body is watched until it is read to its end or closed: one that breaks
 * off is a failure.
 *
 * <p>What is said about a call is the attribute {@link #OPTIONS} of its context. A request is
 * repeated as {@link HttpPolicies} say, but for entities that aren't repeatable.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> waits of the policies are on the call's thread.
 */
public final class ResilientExecHandler implements ExecChainHandler {
  /** The attribute of a call's context whose value is its {@link CallOptions}. */
  public static final String OPTIONS = "io.switchgear.core.CallOptions";

  private final Function<? super HttpRequest, HttpPolicies> policies;

  private ResilientExecHandler(Function<? super HttpRequest, HttpPolicies> policies) {
    this.policies = policies;
  }

  /**
   * The same policies around all calls of a client: it should have one dependency.
   *
   * @param policies the policies
   * @return the handler
   */
  public static ResilientExecHandler with(HttpPolicies policies) {
    Objects.requireNonNull(policies, "policies");
    return new ResilientExecHandler(request -> policies);
  }

  /**
   * The policies of the request's key or of its host.
   *
   * @param policies gives the policies for a request; called once for each call
   * @return the handler
   */
  public static ResilientExecHandler choosing(
      Function<? super HttpRequest, HttpPolicies> policies) {
    return new ResilientExecHandler(Objects.requireNonNull(policies, "policies"));
  }

  /**
   * What a response says of the dependency.
   *
   * @param response a response of a client with this handler
   * @return the result as the policies saw it; empty when it has no body, or when no policies were
   *     around the call
   */
  public static Optional<HttpResult> resultOf(HttpEntityContainer response) {
    return response.getEntity() instanceof WatchedEntity entity
        ? Optional.of(entity.result())
        : Optional.empty();
  }

  /**
   * Makes a call. To be called by the client.
   *
   * @param request the request
   * @param scope the client's own state
   * @param chain the rest of the client
   * @return the answer, whatever its status
   * @throws CallRefusedException when a policy refused the call
   * @throws IOException when no attempt had an answer
   */
  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    HttpPolicies around = Objects.requireNonNull(policies.apply(request), "no policies");
    String method = request.getMethod();
    CallOptions given =
        scope.clientContext.getAttribute(OPTIONS) instanceof CallOptions options
            ? options
            : CallOptions.none();
    @Nullable Header header = request.getFirstHeader(Idempotency.KEY_HEADER);
    Optional<String> sent = Optional.ofNullable(header).map(Header::getValue);
    Optional<String> key = around.keyOf(method, sent, given);
    @Nullable HttpEntity entity = request.getEntity();
    boolean repeatable =
        (entity == null || entity.isRepeatable())
            && (key.isPresent() || given.isRepeatable(Idempotency.isOf(method)));
    ApacheAttempts attempts = new ApacheAttempts(request, key, scope, chain, around);
    return around.call(ApacheResult.class, given, repeatable, attempts::make).response();
  }
}
