// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Client;
import io.switchgear.architecture.DocumentedCode.Invoice;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadPermit;
import io.switchgear.core.Priority;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The code that the guide to the bulkhead shows. */
final class DocumentedBulkhead {
  private DocumentedBulkhead() {}

  static Receipt simple(Client client, Invoice invoice) throws InterruptedException {
    Bulkhead erp =
        Bulkhead.named("erp").maxConcurrent(16).maxQueued(100).maxWait(ofSeconds(2)).build();

    Receipt receipt = erp.call(() -> client.post(invoice));
    return receipt;
  }

  static CompletableFuture<Receipt> async(
      Bulkhead erp, Client client, Invoice invoice, Executor workers) {
    CompletableFuture<Receipt> receipt =
        erp.callAsync(() -> CompletableFuture.supplyAsync(() -> client.post(invoice), workers));
    return receipt;
  }

  static void places(Bulkhead erp, Download download) throws InterruptedException {
    BulkheadPermit place = erp.acquire();
    download.onEnd(place::release);
  }

  static Receipt priorities(Client client, Invoice invoice) throws InterruptedException {
    Bulkhead erp = Bulkhead.named("erp").maxConcurrent(50).shares(0.9, 0.5).build();

    Receipt receipt = erp.call(Priority.CRITICAL, () -> client.post(invoice));
    return receipt;
  }

  static Receipt adaptive(TimeSource time, Client client, Invoice invoice)
      throws InterruptedException {
    Bulkhead erp = Bulkhead.named("erp").maxConcurrent(20).maxQueued(100).build();
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(erp, 5, 200);

    Receipt receipt =
        erp.call(
            () -> {
              long began = time.nanoTime();
              Verdict verdict = Verdict.FAILURE;
              try {
                Receipt posted = client.post(invoice);
                verdict = Verdict.SUCCESS;
                return posted;
              } finally {
                adaptive.onResult(ofNanos(time.nanoTime() - began), verdict);
              }
            });
    return receipt;
  }

  static void test() {
    VirtualTime time = new VirtualTime();
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).maxQueued(1).time(time).build();
    assertThat(bulkhead.tryAcquire()).isPresent();
    CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();
    assertThat(bulkhead.acquireAsync()).isCompletedExceptionally();
    time.advance(ofSeconds(10));
    assertThat(waiter).isCompletedExceptionally();
  }

  /** What a reader brings along. */
  interface Download {
    void onEnd(Runnable action);
  }
}
