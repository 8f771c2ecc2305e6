// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static io.switchgear.circuitbreaker.CircuitState.HALF_OPEN;
import static io.switchgear.circuitbreaker.CircuitState.OPEN;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Transition;
import io.switchgear.core.TimeSource;
import io.switchgear.lab.stub.StubBehavior;
import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubRate;
import io.switchgear.lab.stub.StubServer;
import io.switchgear.lab.stub.StubStats;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole pipeline through the library, over real sockets, with a cool-down of a second. */
@Timeout(120)
class LibraryPipelineIT {
  private static final int DOCUMENTS = 840;
  private static final Duration COOL_DOWN = ofSeconds(1);
  private static final Duration PATIENCE = ofSeconds(30);

  /** Without a time to come again, so that nothing waits for the end of the stub's hour. */
  private static final StubBehavior GENEROUS =
      StubBehavior.healthy().latency(ofMillis(10)).retryAfter(false);

  /** More than a small customer has documents in all, and an hour that doesn't end meanwhile. */
  private static final StubBehavior CUT = GENEROUS.limit(new StubRate(100, ofHours(1)));

  private final TimeSource time = TimeSource.system();
  private final StubServer erp = start(GENEROUS);
  private final StubServer others = start(StubBehavior.healthy());
  private final LibraryPoster poster =
      new LibraryPoster(
          new Services(url(others), url(others), url(erp)),
          Transport.overHttp(),
          LibraryPoster.settings().coolDown(COOL_DOWN));
  private final InvoicePipeline pipeline =
      new InvoicePipeline(
          time,
          poster,
          Options.parse(List.of("--documents", Integer.toString(DOCUMENTS), "--seconds", "6")));

  @AfterEach
  void stop() {
    pipeline.close();
    erp.close();
    others.close();
  }

  @Test
  void limitCut_tripsItsKeyAlone_triesOncePerCoolDown_closesWhenLifted()
      throws InterruptedException {
    pipeline.start();
    patiently().until(() -> received(Customer.ACME) >= 30);
    erp.change(erp.config().behavior(CUT)).join();
    patiently().until(() -> throttled(Customer.ACME) > 0);
    long first429Nanos = time.nanoTime();
    patiently().until(() -> poster.erp().forKey(Customer.ACME).state() == OPEN);
    Duration toTrip = Duration.ofNanos(time.nanoTime() - first429Nanos);

    Sample firstTrial = whenOpenAfterTrials(1);
    Sample fourthTrial = whenOpenAfterTrials(4);
    erp.change(erp.config().behavior(GENEROUS)).join();
    boolean isDone = pipeline.isDone(PATIENCE);

    assertThat(toTrip).isLessThan(ofSeconds(2));
    assertThat(fourthTrial.received() - firstTrial.received())
        .as("calls of the key that reached the API in three cool-downs")
        .isEqualTo(fourthTrial.failedTrials() - firstTrial.failedTrials());
    assertThat(transitions(OPEN, HALF_OPEN))
        .extracting(Transition::timeInFrom)
        .allMatch(open -> open.compareTo(COOL_DOWN) >= 0);
    assertThat(transitions(HALF_OPEN, OPEN))
        .as("trials that failed after the limit was lifted")
        .hasSize((int) fourthTrial.failedTrials());
    assertThat(poster.circuitOf(Customer.ACME)).isEqualTo("CLOSED");
    assertThat(fourthTrial.postedOfGlobex()).isGreaterThan(firstTrial.postedOfGlobex());
    assertThat(throttled(Customer.GLOBEX)).isZero();
    assertThat(refusedHere(Customer.GLOBEX)).isZero();
    assertThat(refusedHere(Customer.ACME)).isPositive();
    assertThat(isDone).isTrue();
    assertThat(erp.stats().totals().byStatus().get(200))
        .as("each document is posted once")
        .isEqualTo(DOCUMENTS);
  }

  /** What there is to see while the circuit is open after so many failed trials. */
  private Sample whenOpenAfterTrials(int failed) {
    return patiently()
        .until(
            this::sample,
            sample ->
                sample.failedTrials() >= failed
                    && sample.failedTrials() == transitions(HALF_OPEN, OPEN).size()
                    && poster.erp().forKey(Customer.ACME).state() == OPEN);
  }

  private Sample sample() {
    return new Sample(
        transitions(HALF_OPEN, OPEN).size(),
        received(Customer.ACME),
        pipeline.tally().of(Step.POST, Customer.GLOBEX, Reply.Kind.ACCEPTED));
  }

  private List<Transition> transitions(CircuitState from, CircuitState to) {
    return poster.erp().recentTransitions().stream()
        .filter(transition -> transition.from() == from && transition.to() == to)
        .toList();
  }

  private long refusedHere(Customer customer) {
    return pipeline.tally().of(Step.POST, customer, Reply.Kind.REFUSED_HERE);
  }

  private long received(Customer customer) {
    StubStats.Count count = erp.stats().keys().top().get(customer.apiKey());
    return count == null ? 0 : count.received();
  }

  private long throttled(Customer customer) {
    StubStats.Count count = erp.stats().keys().top().get(customer.apiKey());
    return count == null ? 0 : count.byStatus().getOrDefault(429, 0L);
  }

  private static ConditionFactory patiently() {
    return await().atMost(PATIENCE).pollInterval(ofMillis(5));
  }

  private static StubServer start(StubBehavior behavior) {
    return StubServer.start(StubConfig.defaults().behavior(behavior)).join();
  }

  private static URI url(StubServer stub) {
    return URI.create("http://127.0.0.1:" + stub.port());
  }

  /** Numbers at a moment. */
  private record Sample(long failedTrials, long received, long postedOfGlobex) {}
}
