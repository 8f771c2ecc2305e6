// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Api;
import io.switchgear.architecture.DocumentedCode.Client;
import io.switchgear.architecture.DocumentedCode.Invoice;
import io.switchgear.architecture.DocumentedCode.Parcel;
import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.hedge.Hedge;
import io.switchgear.testkit.VirtualTime;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The code that the guide to hedging shows. */
final class DocumentedHedging {
  private DocumentedHedging() {}

  static Rates simple(Api api, Parcel parcel) throws InterruptedException {
    Hedge shipping = Hedge.named("shipping-rates").afterSlowest(0.05).idempotent(true).build();

    Rates rates = shipping.call(() -> api.rates(parcel));
    return rates;
  }

  static Hedge fixed() {
    Hedge shipping = Hedge.named("shipping-rates").after(ofMillis(300)).maxAttempts(3).build();
    return shipping;
  }

  static Receipt options(Hedge erp, Client client, Invoice invoice, Deadline deadline)
      throws InterruptedException {
    CallOptions options = CallOptions.none().idempotencyKey(invoice.number()).deadline(deadline);

    Receipt receipt = erp.call(options, () -> client.post(invoice));
    return receipt;
  }

  static CompletableFuture<HttpResponse<String>> async(
      Hedge search, HttpClient http, HttpRequest request) {
    CompletableFuture<HttpResponse<String>> response =
        search.callAsync(() -> http.sendAsync(request, BodyHandlers.ofString()));
    return response;
  }

  static void test() {
    VirtualTime time = new VirtualTime();
    Hedge hedge = Hedge.named("rates").after(ofMillis(300)).idempotent(true).time(time).build();
    List<CompletableFuture<String>> attempts = new ArrayList<>();
    CompletableFuture<String> answer =
        hedge.callAsync(
            () -> {
              attempts.add(new CompletableFuture<>());
              return attempts.get(attempts.size() - 1);
            });
    time.advance(ofMillis(300));
    attempts.get(1).complete("second");
    assertThat(answer).isCompletedWithValue("second");
    assertThat(attempts.get(0)).isCancelled();
  }
}
