// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Api;
import io.switchgear.architecture.DocumentedCode.Client;
import io.switchgear.architecture.DocumentedCode.Invoice;
import io.switchgear.architecture.DocumentedCode.Parcel;
import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The code that the guide to the retry shows. */
final class DocumentedRetry {
  private DocumentedRetry() {}

  static Rates simple(Api api, Parcel parcel) {
    Retry shipping = Retry.named("shipping-rates").maxAttempts(4).build();

    Rates rates = shipping.call(() -> api.rates(parcel));
    return rates;
  }

  static Receipt options(Retry erp, Client client, Invoice invoice) {
    Deadline deadline = Deadline.after(ofSeconds(10), TimeSource.system());
    CallOptions options = CallOptions.none().deadline(deadline).idempotencyKey(invoice.number());

    Receipt receipt = erp.call(options, () -> client.post(invoice));
    return receipt;
  }

  static Rates aroundBreaker(Retry retry, CircuitBreaker breaker, Api api, Parcel parcel) {
    Rates rates = retry.call(() -> breaker.call(() -> api.rates(parcel)));
    return rates;
  }

  static Retry settings() {
    Retry crm =
        RetryConfig.exponential(ofMillis(500))
            .upTo(ofSeconds(20))
            .equalJitter()
            .maxAttempts(6)
            .maxRetryAfter(ofSeconds(60))
            .budget(AttemptBudget.ofCalls(0.05).minPerSecond(0.5))
            .verdicts(HttpVerdicts.profile("http"))
            .name("crm")
            .build();
    return crm;
  }

  /** The call must fail twice. */
  static void test(RetryConfig settings, Supplier<CompletableFuture<String>> flaky) {
    VirtualTime time = new VirtualTime();
    Retry retry = settings.noJitter().time(time).build();
    CompletableFuture<String> answer = retry.callAsync(flaky);
    time.advance(ofMillis(200));
    assertThat(answer).isNotDone();
    time.advance(ofMillis(400));
    assertThat(answer).isCompletedWithValue("ok");
  }
}
