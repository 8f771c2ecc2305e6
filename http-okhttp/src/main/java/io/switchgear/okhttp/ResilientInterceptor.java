// SPDX-License-Identifier: Apache-2.0
package io.switchgear.okhttp;

import io.switchgear.core.CallOptions;
import io.switchgear.http.CallRefusedException;
import io.switchgear.http.HttpPolicies;
import io.switchgear.http.HttpResult;
import io.switchgear.http.Idempotency;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Puts policies around the calls of an {@code OkHttpClient}, blocking and enqueued ones.
 *
 * <pre>{@code
 * OkHttpClient client = new OkHttpClient.Builder()
 *     .addInterceptor(ResilientInterceptor.with(policies))
 *     .build();
 * }</pre>
 *
 * <p>Add it as an application interceptor, first: interceptors after it see each attempt. The
 * client's own times bound an attempt and its body, cut to what is left of the pipeline's deadline.
 * The body is watched until it is read to its end or closed: one that breaks off is a failure.
 *
 * <p>What is said about a call is a tag of its request: {@code
 * request.newBuilder().tag(CallOptions.class, options)}. A request is repeated as {@link
 * HttpPolicies} say, but for one-shot and duplex bodies. Cancelling the call ends the attempt; a
 * wait between attempts goes on, and ends the call.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> waits of the policies are on the call's thread,
 * for enqueued calls one of the dispatcher's.
 */
public final class ResilientInterceptor implements Interceptor {
  private final Function<? super Request, HttpPolicies> policies;

  private ResilientInterceptor(Function<? super Request, HttpPolicies> policies) {
    this.policies = policies;
  }

  /**
   * The same policies around all calls of a client: it should have one dependency.
   *
   * @param policies the policies
   * @return the interceptor
   */
  public static ResilientInterceptor with(HttpPolicies policies) {
    Objects.requireNonNull(policies, "policies");
    return new ResilientInterceptor(request -> policies);
  }

  /**
   * The policies of the request's key or of its host.
   *
   * @param policies gives the policies for a request; called once for each call
   * @return the interceptor
   */
  public static ResilientInterceptor choosing(Function<? super Request, HttpPolicies> policies) {
    return new ResilientInterceptor(Objects.requireNonNull(policies, "policies"));
  }

  /**
   * What a response says of the dependency.
   *
   * @param response a response of a client with this interceptor
   * @return the result as the policies saw it; empty when no policies were around the call
   */
  public static Optional<HttpResult> resultOf(Response response) {
    return response.body() instanceof WatchedBody body
        ? Optional.of(body.result())
        : Optional.empty();
  }

  /**
   * Makes a call. To be called by the client.
   *
   * @param chain the rest of the client
   * @return the answer, whatever its status
   * @throws CallRefusedException when a policy refused the call
   * @throws IOException when no attempt had an answer
   */
  @Override
  public Response intercept(Chain chain) throws IOException {
    Request asked = chain.request();
    HttpPolicies around = Objects.requireNonNull(policies.apply(asked), "no policies");
    @Nullable CallOptions tag = asked.tag(CallOptions.class);
    CallOptions given = tag == null ? CallOptions.none() : tag;
    Optional<String> sent = Optional.ofNullable(asked.header(Idempotency.KEY_HEADER));
    Optional<String> key = around.keyOf(asked.method(), sent, given);
    Request request =
        key.equals(sent)
            ? asked
            : asked.newBuilder().header(Idempotency.KEY_HEADER, key.orElseThrow()).build();
    boolean repeatable =
        canBeSentAgain(asked.body())
            && (key.isPresent() || given.isRepeatable(Idempotency.isOf(asked.method())));
    OkAttempts attempts = new OkAttempts(chain, request, around);
    return around.call(OkResult.class, given, repeatable, attempts::make).response();
  }

  private static boolean canBeSentAgain(@Nullable RequestBody body) {
    return body == null || !(body.isOneShot() || body.isDuplex());
  }
}
