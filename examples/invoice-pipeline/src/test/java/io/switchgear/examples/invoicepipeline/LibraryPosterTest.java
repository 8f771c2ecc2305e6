// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LibraryPosterTest {
  private final VirtualTime time = new VirtualTime();
  private final FakeTransport transport = new FakeTransport();
  private final LibraryPoster poster =
      new LibraryPoster(FakeTransport.SERVICES, transport, LibraryPoster.settings().time(time));
  private final Document ofAcme = new Document(1, Customer.ACME, Step.POST);
  private final Document ofGlobex = new Document(2, Customer.GLOBEX, Step.POST);

  @Test
  void post_ofADocument_callsTheServiceItself() {
    Reply reply = poster.post(ofAcme);

    assertThat(reply.kind()).isEqualTo(Reply.Kind.ACCEPTED);
    assertThat(transport.requests())
        .singleElement()
        .satisfies(call -> assertThat(call.uri()).hasToString("http://127.0.0.1:8081/invoices/1"));
  }

  @Test
  void post_whenThrottled_waitsAsLongAsTheServiceSays() {
    transport.answer(429, Map.of("Retry-After", "40"));

    assertThat(poster.post(ofAcme)).isEqualTo(new Reply(Reply.Kind.THROTTLED, ofSeconds(40)));
  }

  @Test
  void post_afterFiveThrottled_isRefusedForTheRestOfTheCoolDown() {
    throttleFiveTimes();
    time.advance(ofSeconds(10));

    Reply refused = poster.post(ofAcme);

    assertThat(refused).isEqualTo(Reply.refusedHere(ofSeconds(20)));
    assertThat(transport.requests()).hasSize(5);
    assertThat(poster.circuitOf(Customer.ACME)).isEqualTo("OPEN");
  }

  @Test
  void post_ofAnotherCustomer_isSentAllTheSame() {
    throttleFiveTimes();
    transport.answer(200, Map.of());

    assertThat(poster.post(ofGlobex).kind()).isEqualTo(Reply.Kind.ACCEPTED);
    assertThat(poster.post(ofAcme).kind()).isEqualTo(Reply.Kind.REFUSED_HERE);
  }

  @Test
  void post_afterTheCoolDown_isTheTrialThatDecides() {
    throttleFiveTimes();
    time.advance(ofSeconds(30));
    Reply failedTrial = poster.post(ofAcme);
    Reply refused = poster.post(ofAcme);
    transport.answer(200, Map.of());
    time.advance(ofSeconds(30));
    Reply passedTrial = poster.post(ofAcme);

    assertThat(failedTrial.kind()).isEqualTo(Reply.Kind.THROTTLED);
    assertThat(refused.kind()).isEqualTo(Reply.Kind.REFUSED_HERE);
    assertThat(passedTrial.kind()).isEqualTo(Reply.Kind.ACCEPTED);
    assertThat(poster.circuitOf(Customer.ACME)).isEqualTo("CLOSED");
  }

  @Test
  void post_whenOcrIsDown_isRefusedForAllCustomersAfterFiveCalls() {
    transport.refuseConnections();
    for (int number = 1; number <= 5; number++) {
      assertThat(poster.post(Document.scanned(number))).isEqualTo(Reply.unreachable());
    }

    assertThat(poster.post(Document.scanned(6)).kind()).isEqualTo(Reply.Kind.REFUSED_HERE);
    assertThat(transport.requests()).hasSize(5);
  }

  private void throttleFiveTimes() {
    transport.answer(429, Map.of("Retry-After", "40"));
    for (int i = 0; i < 5; i++) {
      poster.post(ofAcme);
    }
  }
}
