// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.apachehttp.ResilientExecHandler;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Priority;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdict;
import io.switchgear.http.HttpAnswer;
import io.switchgear.http.HttpPolicies;
import io.switchgear.http.HttpResult;
import io.switchgear.http.KeyedResilientHttpClient;
import io.switchgear.http.ResilientHttpClient;
import io.switchgear.okhttp.ResilientInterceptor;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** The code that the guide to the HTTP client shows. */
final class DocumentedHttpClient {
  private DocumentedHttpClient() {}

  static void usage(HttpRequest request, Queue queue) throws IOException, InterruptedException {
    ResilientHttpClient erp =
        ResilientHttpClient.with(
                Pipeline.<HttpResult>named("erp")
                    .retry(exponential(ofMillis(200)).maxAttempts(3))
                    .circuitBreaker(tripOn(consecutiveFailures(5)).coolDown(ofSeconds(30)))
                    .bulkhead(16))
            .profile("stripe")
            .totalTimeout(ofSeconds(20))
            .build();

    HttpAnswer<String> answer = erp.send(request, BodyHandlers.ofString());
    if (answer.verdict() == Verdict.THROTTLED) {
      queue.pauseFor(answer.reading().notBefore().orElse(ofMinutes(1)));
    }
  }

  static CompletableFuture<HttpAnswer<String>> async(ResilientHttpClient erp, HttpRequest request) {
    CompletableFuture<HttpAnswer<String>> later = erp.sendAsync(request, BodyHandlers.ofString());
    return later;
  }

  static HttpAnswer<String> options(ResilientHttpClient erp, HttpRequest request, Invoice invoice)
      throws IOException, InterruptedException {
    CallOptions options =
        CallOptions.none()
            .deadline(Deadline.after(ofSeconds(5), TimeSource.system()))
            .priority(Priority.CRITICAL)
            .idempotencyKey(invoice.number());
    HttpAnswer<String> posted = erp.send(options, request, BodyHandlers.ofString());
    return posted;
  }

  static void streamed(ResilientHttpClient llm, HttpRequest request, Page page)
      throws IOException, InterruptedException {
    HttpAnswer<Stream<String>> events = llm.send(request, BodyHandlers.ofLines());
    try (Stream<String> lines = events.body()) {
      lines.forEach(page::show);
    }
    events.ended().thenAccept(end -> page.done(end.verdict()));
  }

  static HttpAnswer<String> keyed(
      PipelineConfig<HttpResult> policies, String tenant, HttpRequest request)
      throws IOException, InterruptedException {
    KeyedResilientHttpClient<String> tenants =
        ResilientHttpClient.with(policies).profile("hubspot").keyed(maxKeys(100_000));
    HttpAnswer<String> answer = tenants.forKey(tenant).send(request, BodyHandlers.ofString());
    return answer;
  }

  static Failover<Prompt, HttpAnswer<String>> failover(
      ResilientHttpClient openai, ResilientHttpClient anthropic) {
    Failover<Prompt, HttpAnswer<String>> completion =
        Failover.<Prompt, HttpAnswer<String>>named("completion")
            .target("openai", reading(openai), prompt -> send(openai, prompt.forOpenAi()))
            .target(
                "anthropic", reading(anthropic), prompt -> send(anthropic, prompt.forAnthropic()))
            .deadline(ofSeconds(20))
            .build();
    return completion;
  }

  static Pipeline<HttpAnswer<String>> reading(ResilientHttpClient client) {
    return Pipeline.<HttpAnswer<String>>named(client.name()).verdicts(client.verdicts()).build();
  }

  private static HttpAnswer<String> send(ResilientHttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  static OkHttpClient okHttp(OkHttpClient okHttp, PipelineConfig<HttpResult> pipeline) {
    HttpPolicies policies = HttpPolicies.with(pipeline).profile("stripe").build();
    OkHttpClient client =
        okHttp.newBuilder().addInterceptor(ResilientInterceptor.with(policies)).build();
    return client;
  }

  static CloseableHttpClient apache(HttpPolicies policies) {
    CloseableHttpClient client =
        HttpClients.custom()
            .disableAutomaticRetries()
            .addExecInterceptorFirst("switchgear", ResilientExecHandler.with(policies))
            .build();
    return client;
  }

  /** What waits to be sent. */
  interface Queue {
    void pauseFor(Duration pause);
  }

  /** What a user sees. */
  interface Page {
    void show(String line);

    void done(Verdict verdict);
  }

  /** What is posted. */
  interface Invoice {
    String number();
  }

  /** What providers are asked. */
  interface Prompt {
    HttpRequest forOpenAi();

    HttpRequest forAnthropic();
  }
}
