// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Api;
import io.switchgear.architecture.DocumentedCode.Parcel;
import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.cache.AnswerCache;
import io.switchgear.cache.Cached;
import io.switchgear.cache.Cached.Origin;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.testkit.VirtualTime;
import io.switchgear.timeout.Timeout;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The code that the guide to the cache shows. */
final class DocumentedCache {
  private DocumentedCache() {}

  static Rates simple(Api api, Parcel parcel) throws InterruptedException {
    AnswerCache<Parcel, Rates> rates =
        AnswerCache.named("rates")
            .freshFor(ofMinutes(5))
            .staleWhileRevalidate(ofMinutes(10))
            .staleIfError(ofHours(1))
            .build();

    Cached<Rates> seen = rates.get(parcel, () -> api.rates(parcel));
    show(seen.value(), seen.age(), seen.origin());
    return seen.value();
  }

  private static void show(Object... seen) {
    assertThat(seen).doesNotContainNull();
  }

  static Cached<Rates> composed(
      AnswerCache<Parcel, Rates> rates,
      CircuitBreaker breaker,
      Timeout timeout,
      Api api,
      Parcel parcel)
      throws InterruptedException {
    Cached<Rates> seen =
        rates.get(parcel, () -> breaker.call(() -> timeout.call(() -> api.rates(parcel))));
    return seen;
  }

  static CompletableFuture<Cached<Rates>> async(
      AnswerCache<Parcel, Rates> rates, AsyncApi api, Parcel parcel) {
    CallOptions options =
        CallOptions.none().deadline(Deadline.after(ofSeconds(2), TimeSource.system()));

    CompletableFuture<Cached<Rates>> seen =
        rates.getAsync(options, parcel, () -> api.ratesAsync(parcel));
    return seen;
  }

  static AnswerCache<Parcel, Rates> fallbackOnly() {
    AnswerCache<Parcel, Rates> rates =
        AnswerCache.named("rates").freshFor(ZERO).staleIfError(ofHours(1)).build();
    return rates;
  }

  static void ownOperations(AnswerCache<Parcel, Rates> rates, Parcel parcel, Rates pushed) {
    Optional<Cached<Rates>> last = rates.staleUpTo(parcel, ofMinutes(5));
    rates.put(parcel, pushed);
    rates.invalidate(parcel);
    show(last);
  }

  static void test() {
    VirtualTime time = new VirtualTime();
    AnswerCache<String, String> rates =
        AnswerCache.named("rates")
            .freshFor(ofMinutes(5))
            .staleIfError(ofHours(1))
            .time(time)
            .build();
    rates.put("parcel", "4.90");
    time.advance(ofMinutes(5));
    CompletableFuture<String> call = new CompletableFuture<>();
    CompletableFuture<Cached<String>> seen = rates.getAsync("parcel", () -> call);
    call.completeExceptionally(new IllegalStateException("down"));
    assertThat(seen.join().origin()).isEqualTo(Origin.STALE_ON_ERROR);
  }

  /** What a reader brings along. */
  interface AsyncApi {
    CompletableFuture<Rates> ratesAsync(Parcel parcel);
  }
}
