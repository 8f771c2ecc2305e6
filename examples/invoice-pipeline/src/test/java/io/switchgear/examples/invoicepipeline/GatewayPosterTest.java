// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayPosterTest {
  private static final String OPEN = "rejected;reason=open";

  private final FakeTransport transport = new FakeTransport();
  private final Poster poster =
      new GatewayPoster(Services.behind(URI.create("http://127.0.0.1:8080")), transport);
  private final Document document = new Document(7, Customer.ACME, Step.POST);

  @Test
  void post_ofADocument_asksTheGatewayForTheServiceOfItsStep() {
    poster.post(document);
    poster.post(Document.scanned(8));

    HttpRequest posting = transport.requests().get(0);
    HttpRequest reading = transport.requests().get(1);
    assertThat(posting.uri()).hasToString("http://127.0.0.1:8080/erp/invoices/7");
    assertThat(posting.headers().firstValue("X-Api-Key")).hasValue("key-of-acme");
    assertThat(posting.headers().firstValue("Idempotency-Key")).hasValue("invoice-7");
    assertThat(reading.uri()).hasToString("http://127.0.0.1:8080/ocr/invoices/8");
    assertThat(reading.headers().firstValue("X-Api-Key")).as("a secret of others").isEmpty();
  }

  @Test
  void post_whenTheGatewayRefuses_waitsAsLongAsItSays() {
    transport.answer(503, Map.of("Retry-After", "23", "Switchgear-Outcome", OPEN));

    assertThat(poster.post(document)).isEqualTo(Reply.refusedHere(ofSeconds(23)));
  }

  @ParameterizedTest
  @CsvSource({
    "429, THROTTLED",
    "503, FAILED",
    "500, FAILED",
    "404, UNUSABLE",
    "302, UNUSABLE",
    "201, ACCEPTED"
  })
  void post_whenTheServiceAnswers_goesByItsStatus(int status, Reply.Kind kind) {
    transport.answer(status, Map.of("Retry-After", "40", "Switchgear-Outcome", "primary"));

    Reply reply = poster.post(document);

    assertThat(reply.kind()).isEqualTo(kind);
  }

  @Test
  void post_whenADependencyIsUnknown_isUnusable() {
    transport.answer(404, Map.of("Switchgear-Outcome", "rejected;reason=unknown-dependency"));

    assertThat(poster.post(document).kind()).isEqualTo(Reply.Kind.UNUSABLE);
  }

  @Test
  void post_whenThrottledWithoutAUsefulTime_waitsTheUsualTime() {
    transport.answer(429, Map.of());
    Reply without = poster.post(document);
    transport.answer(429, Map.of("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT"));
    Reply date = poster.post(document);
    transport.answer(429, Map.of("Retry-After", "999999999"));
    Reply years = poster.post(document);

    assertThat(without).isEqualTo(new Reply(Reply.Kind.THROTTLED, Reply.USUAL_WAIT));
    assertThat(date).isEqualTo(without);
    assertThat(years).isEqualTo(new Reply(Reply.Kind.THROTTLED, ofHours(1)));
  }

  @Test
  void post_whenTheGatewayIsDown_comesAgainLater() {
    transport.refuseConnections();

    assertThat(poster.post(document)).isEqualTo(Reply.unreachable());
  }
}
