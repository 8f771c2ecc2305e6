// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Api;
import io.switchgear.architecture.DocumentedCode.Parcel;
import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.retry.Retry;
import io.switchgear.testkit.VirtualTime;
import io.switchgear.timeout.Timeout;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** The code that the guide to the timeout shows. */
final class DocumentedTimeout {
  private DocumentedTimeout() {}

  static Rates simple(Api api, Parcel parcel) {
    Timeout shipping = Timeout.named("shipping-rates").after(ofSeconds(2)).build();

    Rates rates = shipping.call(() -> api.rates(parcel));
    return rates;
  }

  static CompletableFuture<HttpResponse<String>> async(
      Timeout erp, HttpClient http, HttpRequest request) {
    CompletableFuture<HttpResponse<String>> response =
        erp.callAsync(() -> http.sendAsync(request, BodyHandlers.ofString()));
    return response;
  }

  static Rates composed(
      Retry retry, CircuitBreaker breaker, Timeout timeout, Api api, Parcel parcel) {
    Deadline deadline = Deadline.after(ofSeconds(10), TimeSource.system());
    CallOptions options = CallOptions.none().deadline(deadline);

    Rates rates =
        retry.call(
            options, () -> breaker.call(() -> timeout.call(options, () -> api.rates(parcel))));
    return rates;
  }

  static void test() {
    VirtualTime time = new VirtualTime();
    Timeout timeout = Timeout.named("erp").after(ofSeconds(2)).time(time).build();
    CompletableFuture<String> hanging = new CompletableFuture<>();
    CompletableFuture<String> answer = timeout.callAsync(() -> hanging);
    time.advance(ofSeconds(2));
    assertThat(answer).isCompletedExceptionally();
    assertThat(hanging).isCancelled();
  }
}
