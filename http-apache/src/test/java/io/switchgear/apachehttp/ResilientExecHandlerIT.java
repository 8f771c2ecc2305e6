// SPDX-License-Identifier: Apache-2.0
package io.switchgear.apachehttp;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.http.CallRefusedException;
import io.switchgear.http.HttpPolicies;
import io.switchgear.http.HttpResult;
import io.switchgear.http.KeyedHttpPolicies;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.retry.RetryConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.Test;

class ResilientExecHandlerIT {
  @Test
  void failure_isRetried() throws IOException {
    try (Upstream upstream = Upstream.answering(503, 200);
        CloseableHttpClient client = client(retries())) {
      String seen =
          client.execute(
              get(upstream),
              response -> verdictOf(response) + " " + EntityUtils.toString(response.getEntity()));

      assertThat(seen).isEqualTo("SUCCESS body of 200");
      assertThat(upstream.bodies()).hasSize(2);
    }
  }

  @Test
  void errorStatus_isAnAnswer() throws IOException {
    try (Upstream upstream = Upstream.answering(503);
        CloseableHttpClient client = client(retries())) {
      String seen =
          client.execute(
              get(upstream),
              response -> verdictOf(response) + " " + EntityUtils.toString(response.getEntity()));

      assertThat(seen).isEqualTo("FAILURE body of 503");
      assertThat(upstream.bodies()).hasSize(3);
    }
  }

  @Test
  void post_isRetriedWithAKeyAlone() throws IOException {
    try (Upstream upstream = Upstream.answering(503, 503, 200);
        CloseableHttpClient client = client(retries())) {
      HttpClientContext keyed = HttpClientContext.create();
      keyed.setAttribute(
          ResilientExecHandler.OPTIONS, CallOptions.none().idempotencyKey("invoice-17"));

      assertThat(code(client, post(upstream), HttpClientContext.create())).isEqualTo(503);
      assertThat(code(client, post(upstream), keyed)).isEqualTo(200);
      assertThat(upstream.keys()).containsExactly("none", "invoice-17", "invoice-17");
      assertThat(upstream.bodies()).containsOnly("text");
    }
  }

  @Test
  void entityThatIsNotRepeatable_isNotSentAgain() throws IOException {
    try (Upstream upstream = Upstream.answering(503, 200);
        CloseableHttpClient client = client(retries())) {
      HttpPost request = new HttpPost(upstream.url());
      request.setHeader("Idempotency-Key", "invoice-17");
      request.setEntity(
          new InputStreamEntity(
              new ByteArrayInputStream(new byte[4]), 4, ContentType.APPLICATION_OCTET_STREAM));

      assertThat(code(client, request, HttpClientContext.create())).isEqualTo(503);
    }
  }

  @Test
  void noConnection_isRetriedForAnyBody() throws IOException {
    HttpPolicies policies = HttpPolicies.with(recorded(retries())).build();
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    HttpPost request = new HttpPost("http://127.0.0.1:" + port);
    request.setEntity(new StringEntity("text"));
    try (CloseableHttpClient client = client(policies)) {

      assertThatThrownBy(() -> code(client, request, HttpClientContext.create()))
          .isInstanceOf(ConnectException.class);
      assertThat(count(policies, Verdict.FAILURE)).isEqualTo(3);
    }
  }

  @Test
  void openCircuit_refusesWithoutACall() throws IOException {
    try (Upstream upstream = Upstream.answering(503);
        CloseableHttpClient client =
            client(policies().circuitBreaker(tripOn(consecutiveFailures(1))))) {
      assertThat(code(client, get(upstream), HttpClientContext.create())).isEqualTo(503);

      assertThatThrownBy(() -> code(client, get(upstream), HttpClientContext.create()))
          .isInstanceOf(CallRefusedException.class);
      assertThat(upstream.bodies()).hasSize(1);
    }
  }

  @Test
  void cutBody_isAFailure() throws IOException {
    HttpPolicies policies = HttpPolicies.with(recorded(policies())).build();
    try (Upstream upstream = Upstream.answering(Upstream.CUT);
        CloseableHttpClient client = client(policies)) {

      assertThatThrownBy(
              () -> client.execute(get(upstream), it -> EntityUtils.toString(it.getEntity())))
          .isInstanceOf(IOException.class);
      assertThat(count(policies, Verdict.FAILURE)).isEqualTo(1);
      assertThat(inUse(policies)).isZero();
    }
  }

  @Test
  void responseThatIsClosedUnread_freesItsPlace() throws IOException {
    HttpPolicies policies = HttpPolicies.with(recorded(policies())).build();
    try (Upstream upstream = Upstream.answering(200);
        CloseableHttpClient client = client(policies)) {
      ClassicHttpResponse response = client.executeOpen(null, get(upstream), null);
      assertThat(inUse(policies)).isEqualTo(1);
      response.close();

      assertThat(count(policies, Verdict.SUCCESS)).isEqualTo(1);
      assertThat(inUse(policies)).isZero();
    }
  }

  @Test
  void streamedBody_isReadToItsEnd() throws IOException {
    HttpPolicies policies = HttpPolicies.with(recorded(policies())).build();
    try (Upstream upstream = Upstream.answering(200);
        CloseableHttpClient client = client(policies);
        ClassicHttpResponse response = client.executeOpen(null, get(upstream), null);
        InputStream content = response.getEntity().getContent()) {
      assertThat(content.readAllBytes()).hasSize("body of 200".length());

      assertThat(count(policies, Verdict.SUCCESS)).isEqualTo(1);
      assertThat(inUse(policies)).isZero();
    }
  }

  @Test
  void deadline_cutsTheClientsOwnTimes() throws IOException {
    try (Upstream upstream = Upstream.answering(Upstream.NONE);
        CloseableHttpClient client = client(policies().deadline(ofMillis(300)))) {

      assertThatThrownBy(() -> code(client, get(upstream), HttpClientContext.create()))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void choosing_eachKeyHasItsCircuit() throws IOException {
    KeyedHttpPolicies<String> keyed =
        HttpPolicies.with(policies().circuitBreaker(tripOn(consecutiveFailures(1))))
            .keyed(maxKeys(10));
    try (Upstream upstream = Upstream.answering(503, 200);
        CloseableHttpClient client =
            HttpClients.custom()
                .disableAutomaticRetries()
                .addExecInterceptorFirst(
                    "switchgear",
                    ResilientExecHandler.choosing(
                        request -> keyed.forKey(request.getFirstHeader("X-Tenant").getValue())))
                .build()) {
      assertThat(code(client, of(upstream, "a"), HttpClientContext.create())).isEqualTo(503);
      assertThatThrownBy(() -> code(client, of(upstream, "a"), HttpClientContext.create()))
          .isInstanceOf(CallRefusedException.class);
      assertThat(code(client, of(upstream, "b"), HttpClientContext.create())).isEqualTo(200);
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

  private static CloseableHttpClient client(PipelineConfig<HttpResult> policies) {
    return client(HttpPolicies.with(policies).build());
  }

  private static CloseableHttpClient client(HttpPolicies policies) {
    return HttpClients.custom()
        .disableAutomaticRetries()
        .addExecInterceptorFirst("switchgear", ResilientExecHandler.with(policies))
        .build();
  }

  private static HttpGet get(Upstream upstream) {
    return new HttpGet(upstream.url());
  }

  private static HttpGet of(Upstream upstream, String tenant) {
    HttpGet request = get(upstream);
    request.setHeader("X-Tenant", tenant);
    return request;
  }

  private static HttpPost post(Upstream upstream) {
    HttpPost request = new HttpPost(upstream.url());
    request.setEntity(new StringEntity("text"));
    return request;
  }

  private static int code(
      CloseableHttpClient client, ClassicHttpRequest request, HttpClientContext context)
      throws IOException {
    return client.execute(request, context, ClassicHttpResponse::getCode);
  }

  private static Verdict verdictOf(ClassicHttpResponse response) {
    return ResilientExecHandler.resultOf(response).orElseThrow().reading().assessment().verdict();
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
}
