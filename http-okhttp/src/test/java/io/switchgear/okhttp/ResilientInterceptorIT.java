// SPDX-License-Identifier: Apache-2.0
package io.switchgear.okhttp;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.http.CallRefusedException;
import io.switchgear.http.HttpPolicies;
import io.switchgear.http.HttpResult;
import io.switchgear.http.KeyedHttpPolicies;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.retry.RetryConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.junit.jupiter.api.Test;

class ResilientInterceptorIT {
  private static final MediaType TEXT = MediaType.get("text/plain");

  @Test
  void failure_isRetried() throws IOException {
    try (Upstream upstream = Upstream.answering(503, 200);
        Response response = client(retries()).newCall(get(upstream)).execute()) {
      assertThat(response.code()).isEqualTo(200);
      assertThat(response.body().string()).isEqualTo("body of 200");
      assertThat(verdictOf(response)).isEqualTo(Verdict.SUCCESS);
      assertThat(upstream.bodies()).hasSize(2);
    }
  }

  @Test
  void errorStatus_isAnAnswer() throws IOException {
    try (Upstream upstream = Upstream.answering(503);
        Response response = client(retries()).newCall(get(upstream)).execute()) {
      assertThat(response.code()).isEqualTo(503);
      assertThat(response.body().string()).isEqualTo("body of 503");
      assertThat(verdictOf(response)).isEqualTo(Verdict.FAILURE);
      assertThat(upstream.bodies()).hasSize(3);
    }
  }

  @Test
  void post_isRetriedWithAKeyAlone() throws IOException {
    try (Upstream upstream = Upstream.answering(503, 503, 200)) {
      OkHttpClient client = client(retries());
      Request plain = post(upstream, RequestBody.create("text", TEXT));
      Request keyed =
          plain
              .newBuilder()
              .tag(CallOptions.class, CallOptions.none().idempotencyKey("invoice-17"))
              .build();

      assertThat(code(client, plain)).isEqualTo(503);
      assertThat(code(client, keyed)).isEqualTo(200);
      assertThat(upstream.keys()).containsExactly("none", "invoice-17", "invoice-17");
      assertThat(upstream.bodies()).containsOnly("text");
    }
  }

  @Test
  void oneShotBody_isNotSentAgain() throws IOException {
    try (Upstream upstream = Upstream.answering(503, 200)) {
      Request request =
          post(upstream, new OneShot())
              .newBuilder()
              .tag(CallOptions.class, CallOptions.none().idempotencyKey("invoice-17"))
              .build();

      assertThat(code(client(retries()), request)).isEqualTo(503);
    }
  }

  @Test
  void noConnection_isRetriedForAnyBody() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    HttpPolicies policies = HttpPolicies.with(recorded(retries())).build();
    Request request =
        new Request.Builder()
            .url("http://127.0.0.1:" + port)
            .post(RequestBody.create("text", TEXT))
            .build();

    assertThatThrownBy(() -> client(policies).newCall(request).execute())
        .isInstanceOf(ConnectException.class);
    assertThat(count(policies, Verdict.FAILURE)).isEqualTo(3);
  }

  @Test
  void openCircuit_refusesBlockingAndEnqueuedCalls() throws Exception {
    try (Upstream upstream = Upstream.answering(503)) {
      OkHttpClient client = client(policies().circuitBreaker(tripOn(consecutiveFailures(1))));
      assertThat(code(client, get(upstream))).isEqualTo(503);

      assertThatThrownBy(() -> client.newCall(get(upstream)).execute())
          .isInstanceOf(CallRefusedException.class);
      CompletableFuture<IOException> failure = new CompletableFuture<>();
      client.newCall(get(upstream)).enqueue(new Failure(failure));
      assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(CallRefusedException.class);
      assertThat(upstream.bodies()).hasSize(1);
    }
  }

  @Test
  void cutBody_isAFailure() throws IOException {
    try (Upstream upstream = Upstream.answering(Upstream.CUT)) {
      HttpPolicies policies = HttpPolicies.with(recorded(policies())).build();
      try (Response response = client(policies).newCall(get(upstream)).execute()) {
        assertThat(inUse(policies)).isEqualTo(1);
        assertThatThrownBy(() -> response.body().bytes()).isInstanceOf(IOException.class);
      }

      assertThat(count(policies, Verdict.FAILURE)).isEqualTo(1);
      assertThat(inUse(policies)).isZero();
    }
  }

  @Test
  void bodyThatIsClosedUnread_freesItsPlace() throws IOException {
    try (Upstream upstream = Upstream.answering(200)) {
      HttpPolicies policies = HttpPolicies.with(recorded(policies())).build();
      client(policies).newCall(get(upstream)).execute().close();

      assertThat(count(policies, Verdict.SUCCESS)).isEqualTo(1);
      assertThat(inUse(policies)).isZero();
    }
  }

  @Test
  void deadline_cutsTheClientsOwnTimes() throws IOException {
    try (Upstream upstream = Upstream.answering(Upstream.NONE)) {
      OkHttpClient client = client(policies().deadline(ofMillis(300)));

      assertThatThrownBy(() -> client.newCall(get(upstream)).execute())
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void cancel_saysNothingOfTheDependency() throws Exception {
    try (Upstream upstream = Upstream.answering(Upstream.NONE)) {
      HttpPolicies policies = HttpPolicies.with(recorded(retries())).build();
      CompletableFuture<IOException> failure = new CompletableFuture<>();
      Call call = client(policies).newCall(get(upstream));
      call.enqueue(new Failure(failure));
      await().atMost(ofSeconds(10)).until(() -> upstream.bodies().size() == 1);
      call.cancel();

      assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      assertThat(count(policies, Verdict.IGNORED)).isEqualTo(1);
      assertThat(upstream.bodies()).hasSize(1);
    }
  }

  @Test
  void callTimeout_isAFailure() throws IOException {
    try (Upstream upstream = Upstream.answering(Upstream.NONE)) {
      HttpPolicies policies = HttpPolicies.with(recorded(policies())).build();
      OkHttpClient client =
          client(policies).newBuilder().callTimeout(400, TimeUnit.MILLISECONDS).build();

      assertThatThrownBy(() -> client.newCall(get(upstream)).execute())
          .isInstanceOf(IOException.class);
      assertThat(count(policies, Verdict.FAILURE)).isEqualTo(1);
    }
  }

  @Test
  void choosing_eachKeyHasItsCircuit() throws IOException {
    try (Upstream upstream = Upstream.answering(503, 200)) {
      KeyedHttpPolicies<String> keyed =
          HttpPolicies.with(policies().circuitBreaker(tripOn(consecutiveFailures(1))))
              .keyed(maxKeys(10));
      OkHttpClient client =
          new OkHttpClient.Builder()
              .addInterceptor(
                  ResilientInterceptor.choosing(
                      request -> keyed.forKey(String.valueOf(request.header("X-Tenant")))))
              .build();

      assertThat(code(client, of(upstream, "a"))).isEqualTo(503);
      assertThatThrownBy(() -> client.newCall(of(upstream, "a")).execute())
          .isInstanceOf(CallRefusedException.class);
      assertThat(code(client, of(upstream, "b"))).isEqualTo(200);
    }
  }

  private static PipelineConfig<HttpResult> policies() {
    return Pipeline.named("erp");
  }

  private static PipelineConfig<HttpResult> retries() {
    return policies().retry(RetryConfig.fixed(ofMillis(10)).maxAttempts(3));
  }

  private static PipelineConfig<HttpResult> recorded(PipelineConfig<HttpResult> policies) {
    return policies.circuitBreaker(tripOn(consecutiveFailures(100))).bulkhead(10);
  }

  private static OkHttpClient client(PipelineConfig<HttpResult> policies) {
    return client(HttpPolicies.with(policies).build());
  }

  private static OkHttpClient client(HttpPolicies policies) {
    return new OkHttpClient.Builder().addInterceptor(ResilientInterceptor.with(policies)).build();
  }

  private static Request get(Upstream upstream) {
    return new Request.Builder().url(upstream.url()).build();
  }

  private static Request of(Upstream upstream, String tenant) {
    return get(upstream).newBuilder().header("X-Tenant", tenant).build();
  }

  private static Request post(Upstream upstream, RequestBody body) {
    return get(upstream).newBuilder().post(body).build();
  }

  private static int code(OkHttpClient client, Request request) throws IOException {
    try (Response response = client.newCall(request).execute()) {
      return response.code();
    }
  }

  private static Verdict verdictOf(Response response) {
    return ResilientInterceptor.resultOf(response).orElseThrow().reading().assessment().verdict();
  }

  private static long count(HttpPolicies policies, Verdict verdict) {
    return policies
        .pipeline()
        .circuitBreaker()
        .orElseThrow()
        .stats()
        .calls()
        .byVerdict()
        .getOrDefault(verdict, 0L);
  }

  private static int inUse(HttpPolicies policies) {
    return policies.pipeline().bulkhead().orElseThrow().inUse();
  }

  /** A body that can be written once. */
  private static final class OneShot extends RequestBody {
    @Override
    public MediaType contentType() {
      return TEXT;
    }

    @Override
    public boolean isOneShot() {
      return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.writeUtf8("text");
    }
  }

  /** Waits for a call to fail. */
  private record Failure(CompletableFuture<IOException> failure) implements Callback {
    @Override
    public void onFailure(Call call, IOException error) {
      failure.complete(error);
    }

    @Override
    public void onResponse(Call call, Response response) {
      response.close();
    }
  }
}
