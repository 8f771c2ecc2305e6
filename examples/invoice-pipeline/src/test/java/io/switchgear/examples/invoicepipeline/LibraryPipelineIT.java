// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static io.switchgear.circuitbreaker.CircuitState.HALF_OPEN;
import static io.switchgear.circuitbreaker.CircuitState.OPEN;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Transition;
import io.switchgear.core.TimeSource;
import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubServer;
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

  private final TimeSource time = TimeSource.system();
  private final ErpStub erp = new ErpStub();
  private final StubServer others = StubServer.start(StubConfig.defaults()).join();
  private final URI othersUrl = URI.create("http://127.0.0.1:" + others.port());
  private final LibraryPoster poster =
      new LibraryPoster(
          new Services(othersUrl, othersUrl, erp.url()),
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
    patiently().until(() -> erp.received(Customer.ACME) >= 30);
    erp.cutLimit();
    patiently().until(() -> erp.throttled(Customer.ACME) > 0);
    long first429Nanos = time.nanoTime();
    patiently().until(() -> poster.erp().forKey(Customer.ACME).state() == OPEN);
    Duration toTrip = Duration.ofNanos(time.nanoTime() - first429Nanos);

    Sample firstTrial = whenOpenAfterTrials(1);
    Sample fourthTrial = whenOpenAfterTrials(4);
    erp.liftLimit();
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
    assertThat(erp.throttled(Customer.GLOBEX)).isZero();
    assertThat(refusedHere(Customer.GLOBEX)).isZero();
    assertThat(refusedHere(Customer.ACME)).isPositive();
    assertThat(isDone).isTrue();
    assertThat(erp.taken()).as("each document is posted once").isEqualTo(DOCUMENTS);
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
        erp.received(Customer.ACME),
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

  private static ConditionFactory patiently() {
    return await().atMost(PATIENCE).pollInterval(ofMillis(5));
  }

  /** Numbers at a moment. */
  private record Sample(long failedTrials, long received, long postedOfGlobex) {}
}
