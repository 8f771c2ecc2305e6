// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.core.KeyLimits.maxKeys;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Client;
import io.switchgear.architecture.DocumentedCode.Invoice;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.RateLimitHeaders;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.KeyedAdaptivePacer;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.ProviderQuota;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The code that the guides to the rate limiter and to the adaptive pacer show. */
final class DocumentedRateLimits {
  private DocumentedRateLimits() {}

  static Receipt limiter(Client client, Invoice invoice) {
    RateLimiter erp = RateLimiter.named("erp").tokenBucket(200, ofMinutes(1), 20).build();

    erp.tryAcquire().orThrow();
    Receipt receipt = client.post(invoice);
    return receipt;
  }

  static Receipt waiting(RateLimiter erp, Client client, Invoice invoice)
      throws InterruptedException {
    erp.acquire(ofSeconds(5));
    Receipt receipt = client.post(invoice);
    return receipt;
  }

  static CompletableFuture<Receipt> waitingAsync(
      RateLimiter erp, Client client, Invoice invoice, Executor workers) {
    CompletableFuture<Receipt> receipt =
        erp.acquireAsync(ofSeconds(5)).thenApplyAsync(admitted -> client.post(invoice), workers);
    return receipt;
  }

  static Decision keys(String tenant, int parcels) {
    KeyedRateLimiter<String> crm =
        RateLimiter.named("crm")
            .slidingWindow(1_000, ofHours(1))
            .keyed(maxKeys(50_000).idleAfter(ofMinutes(30)));

    Decision decision = crm.forKey(tenant).tryAcquire(parcels);
    return decision;
  }

  static void liveChange(RateLimiter erp) {
    erp.reconfigure(RateLimiter.named("erp").tokenBucket(100, ofMinutes(1), 10));
  }

  static void limiterTest() {
    VirtualTime time = new VirtualTime();
    RateLimiter limiter =
        RateLimiter.named("erp").tokenBucket(60, ofMinutes(1), 2).time(time).build();
    assertThat(limiter.tryAcquire(2).allowed()).isTrue();
    assertThat(limiter.tryAcquire().retryAfter()).isEqualTo(ofSeconds(1));
    CompletableFuture<Decision> waiter = limiter.acquireAsync(ofSeconds(5));
    time.advance(ofSeconds(1));
    assertThat(waiter).isCompleted();
  }

  static Map<String, String> headers(RateLimiter limiter, Decision decision) {
    Map<String, String> headers = new LinkedHashMap<>();
    RateLimitHeaders.of(decision, limiter.config().per()).forEach(headers::put);
    return headers;
  }

  static AdaptivePacer pacer() {
    AdaptivePacer erp = AdaptivePacer.named("erp", 600, ofMinutes(1)).build();
    return erp;
  }

  static HttpResponse<String> pacedCall(
      AdaptivePacer erp, HttpClient http, HttpRequest request, HttpVerdicts verdicts)
      throws IOException, InterruptedException {
    Decision admitted = erp.acquire(ofSeconds(30));
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    erp.onResult(admitted, verdicts.assess(response, null));
    return response;
  }

  static void quota(AdaptivePacer erp) {
    erp.onQuota(ProviderQuota.of(200, 12, ofSeconds(31)));
  }

  static Decision keyedPacer(String apiKey) throws InterruptedException {
    KeyedAdaptivePacer<String> crm =
        AdaptivePacer.named("crm", 100, ofSeconds(10)).maxWaiting(50).keyed();

    Decision admitted = crm.forKey(apiKey).acquire(ofSeconds(30));
    return admitted;
  }

  static void pacerTest() {
    VirtualTime time = new VirtualTime();
    AdaptivePacer pacer = AdaptivePacer.named("erp", 60, ofMinutes(1)).time(time).build();
    Decision admitted = pacer.tryAcquire();
    time.advance(ofSeconds(1));
    pacer.onResult(admitted, Assessment.of(Verdict.THROTTLED).retryAfter(ofSeconds(20)));
    assertThat(pacer.pause()).isEqualTo(ofSeconds(20));
    assertThat(pacer.permits()).isLessThan(60);
  }
}
