// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;

import io.switchgear.lab.stub.StubBehavior;
import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubRate;
import io.switchgear.lab.stub.StubServer;
import io.switchgear.lab.stub.StubStats;
import java.net.URI;
import java.util.Map;

/** The accounting API, which cuts its limit when told to. */
final class ErpStub implements AutoCloseable {
  /** Without a time to come again, so that nothing waits for the end of the limit's hour. */
  private static final StubBehavior GENEROUS =
      StubBehavior.healthy().latency(ofMillis(10)).retryAfter(false);

  /** More than a small customer has documents in all, and an hour that doesn't end meanwhile. */
  private static final StubBehavior CUT = GENEROUS.limit(new StubRate(100, ofHours(1)));

  private final StubServer server =
      StubServer.start(StubConfig.defaults().behavior(GENEROUS)).join();

  void cutLimit() {
    change(CUT);
  }

  void liftLimit() {
    change(GENEROUS);
  }

  private void change(StubBehavior behavior) {
    server.change(server.config().behavior(behavior)).join();
  }

  int port() {
    return server.port();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port());
  }

  /** How many documents of all customers it has taken. */
  long taken() {
    return server.stats().totals().byStatus().getOrDefault(200, 0L);
  }

  long received(Customer customer) {
    return count(customer).received();
  }

  long throttled(Customer customer) {
    return count(customer).byStatus().getOrDefault(429, 0L);
  }

  private StubStats.Count count(Customer customer) {
    StubStats stats = server.stats();
    return stats.keys().top().getOrDefault(customer.apiKey(), new StubStats.Count(0, Map.of()));
  }

  @Override
  public void close() {
    server.close();
  }
}
