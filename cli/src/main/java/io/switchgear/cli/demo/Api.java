// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import io.switchgear.lab.stub.StubBehavior;
import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubRate;
import io.switchgear.lab.stub.StubServer;
import io.switchgear.lab.stub.StubStats;
import java.net.URI;

/** The API that isn't under anybody's control: a stub that throttles. */
final class Api implements AutoCloseable {
  private final StubServer stub;
  private final DemoPlan plan;

  private Api(StubServer stub, DemoPlan plan) {
    this.stub = stub;
    this.plan = plan;
  }

  static Api start(DemoPlan plan, TimeSource time) {
    StubConfig config =
        StubConfig.defaults().time(time).behavior(behavior(plan, plan.knownLimit()));
    return new Api(StubServer.start(config).join(), plan);
  }

  private static StubBehavior behavior(DemoPlan plan, StubRate limit) {
    // It doesn't even say when to come again.
    return StubBehavior.healthy().limit(limit).retryAfter(false).latency(plan.latency());
  }

  /** Sets the limit of each key, without telling anybody. */
  void limit(StubRate limit) {
    stub.change(stub.config().behavior(behavior(plan, limit))).join();
  }

  /** Forgets what was received, and what the limit has counted. */
  void reset() {
    stub.reset().join();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + stub.port());
  }

  /** How many calls of a customer came here. */
  long received(Customer customer) {
    StubStats.Count count = stub.stats().keys().top().get(customer.key());
    return count == null ? 0 : count.received();
  }

  @Override
  public void close() {
    stub.close();
  }
}
