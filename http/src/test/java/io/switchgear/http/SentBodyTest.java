// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SentBodyTest {
  private final AtomicInteger moves = new AtomicInteger();

  @Test
  void isRepeatable_whenItsLengthIsKnown() {
    assertThat(SentBody.isRepeatable(null)).isTrue();
    assertThat(SentBody.isRepeatable(BodyPublishers.noBody())).isTrue();
    assertThat(SentBody.isRepeatable(BodyPublishers.ofString("text"))).isTrue();
    assertThat(SentBody.isRepeatable(BodyPublishers.ofByteArray(new byte[3]))).isTrue();
    assertThat(SentBody.isRepeatable(BodyPublishers.fromPublisher(stream(3), 3))).isTrue();
    assertThat(SentBody.isRepeatable(stream(3))).isFalse();
    assertThat(SentBody.isRepeatable(BodyPublishers.fromPublisher(stream(3)))).isFalse();
  }

  @Test
  void subscribe_passesEverythingOn() {
    SentBody body = new SentBody(BodyPublishers.ofString("text"), moves::incrementAndGet);
    assertThat(body.isBegun()).isFalse();

    Client client = new Client();
    body.subscribe(client);

    assertThat(client.seen).containsExactly("text", "end");
    assertThat(body.contentLength()).isEqualTo(4);
    assertThat(body.isBegun()).isTrue();
    assertThat(body.error()).isNull();
    assertThat(moves).hasPositiveValue();
  }

  @Test
  void bodyShorterThanItsLength_isAnErrorOfItsOwn() {
    SentBody body =
        new SentBody(BodyPublishers.fromPublisher(stream(3), 10), moves::incrementAndGet);

    Client client = new Client();
    body.subscribe(client);

    assertThat(client.seen).last().isEqualTo("the request's body has 3 bytes instead of 10");
    assertThat(body.error()).isNotNull();
  }

  private static BodyPublisher stream(int length) {
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[length]));
  }

  /** Takes all and notes it. */
  private static final class Client implements Subscriber<ByteBuffer> {
    private final List<String> seen = new ArrayList<>();

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer piece) {
      seen.add(UTF_8.decode(piece).toString());
    }

    @Override
    public void onError(Throwable error) {
      seen.add(error.getMessage());
    }

    @Override
    public void onComplete() {
      seen.add("end");
    }
  }
}
