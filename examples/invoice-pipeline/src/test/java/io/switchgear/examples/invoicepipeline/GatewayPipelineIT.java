// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.core.TimeSource;
import io.switchgear.gateway.Gateway;
import io.switchgear.gateway.GatewayOptions;
import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole pipeline through a gateway with the example's own file, but a shorter cool-down. */
@Timeout(120)
class GatewayPipelineIT {
  private static final int DOCUMENTS = 840;
  private static final Duration COOL_DOWN = ofSeconds(1);
  private static final Duration PATIENCE = ofSeconds(40);
  private static final InetSocketAddress ANY_PORT =
      InetSocketAddress.createUnresolved("127.0.0.1", 0);

  private final TimeSource time = TimeSource.system();
  private final ErpStub erp = new ErpStub();
  private final StubServer others = StubServer.start(StubConfig.defaults()).join();
  private Gateway gateway;
  private InvoicePipeline pipeline;

  @BeforeEach
  void start() throws IOException {
    gateway = Gateway.start(config(), GatewayOptions.standard()).join();
    URI url = URI.create("http://127.0.0.1:" + gateway.dataAddress().getPort());
    pipeline =
        new InvoicePipeline(
            time,
            new GatewayPoster(Services.behind(url), Transport.overHttp()),
            Options.parse(List.of("--documents", Integer.toString(DOCUMENTS), "--seconds", "6")));
  }

  private SwitchgearConfig config() throws IOException {
    String text =
        Files.readString(Path.of("switchgear.yaml"))
            .replace("127.0.0.1:8081", "127.0.0.1:" + erp.port())
            .replace("127.0.0.1:8082", "127.0.0.1:" + others.port())
            .replace("127.0.0.1:8083", "127.0.0.1:" + others.port())
            .replace("coolDown: 30s", "coolDown: 1s");
    return SwitchgearConfig.parse("switchgear.yaml", text).listen(ANY_PORT).admin(ANY_PORT);
  }

  @AfterEach
  void stop() {
    pipeline.close();
    gateway.close().join();
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
    patiently().until(() -> refusedHere(Customer.ACME) > 0);
    Duration toTrip = Duration.ofNanos(time.nanoTime() - first429Nanos);

    awaitQuiet(Customer.ACME);
    long fromNanos = time.nanoTime();
    long before = erp.received(Customer.ACME);
    long globexBefore = posted(Customer.GLOBEX);
    patiently().until(() -> erp.received(Customer.ACME) >= before + 3);
    long trials = erp.received(Customer.ACME) - before;
    Duration elapsed = Duration.ofNanos(time.nanoTime() - fromNanos);
    long globexAfter = posted(Customer.GLOBEX);
    erp.liftLimit();
    boolean isDone = pipeline.isDone(PATIENCE);

    assertThat(toTrip).isLessThan(ofSeconds(2));
    assertThat(trials)
        .as("trials in %s", elapsed)
        .isLessThanOrEqualTo(elapsed.dividedBy(COOL_DOWN) + 1);
    assertThat(globexAfter).isGreaterThan(globexBefore);
    assertThat(erp.throttled(Customer.GLOBEX)).isZero();
    assertThat(refusedHere(Customer.GLOBEX)).isZero();
    assertThat(isDone).isTrue();
    assertThat(erp.taken()).as("each document is posted once").isEqualTo(DOCUMENTS);
    assertThat(pipeline.tally().of(Reply.Kind.FAILED)).isZero();
  }

  /** Waits until the calls that were under way are over, so that only trials are left. */
  private void awaitQuiet(Customer customer) {
    AtomicLong last = new AtomicLong();
    patiently()
        .during(COOL_DOWN.dividedBy(3))
        .until(() -> last.getAndSet(erp.received(customer)) == erp.received(customer));
  }

  private long refusedHere(Customer customer) {
    return pipeline.tally().of(Step.POST, customer, Reply.Kind.REFUSED_HERE);
  }

  private long posted(Customer customer) {
    return pipeline.tally().of(Step.POST, customer, Reply.Kind.ACCEPTED);
  }

  private static ConditionFactory patiently() {
    return await().atMost(PATIENCE).pollInterval(ofMillis(5));
  }
}
