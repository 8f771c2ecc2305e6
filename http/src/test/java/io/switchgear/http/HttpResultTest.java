// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.cache.AnswerCache;
import io.switchgear.core.Assessment;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpResultTest {
  private static final HttpVerdicts HTTP = HttpVerdicts.profile("http");
  private static final HttpVerdicts SHOPIFY = HttpVerdicts.profile("shopify-graphql");
  private static final HttpVerdicts ANTHROPIC = HttpVerdicts.profile("anthropic");
  private static final FakeHead JSON =
      new FakeHead(200, Map.of("Content-Type", "application/json"));
  private static final FakeHead EVENTS =
      new FakeHead(200, Map.of("Content-Type", "Text/Event-Stream; charset=utf-8"));
  private static final String THROTTLED =
      "{\"errors\":[{\"extensions\":{\"code\":\"THROTTLED\"}}]}";

  @Test
  void success_thatItsBodyCannotChange_hasBegunAndNeedsNoLook() {
    Result result = new Result(HTTP, FakeHead.of(200));

    assertThat(result.hasBegun()).isTrue();
    assertThat(result.looksAtMore()).isFalse();
    assertThat(result.ended().toCompletableFuture()).isNotDone();
    result.complete();
    assertThat(end(result)).isEqualTo(Assessment.of(Verdict.SUCCESS));
  }

  @Test
  void bodyThatMayDecide_isReadAtItsEnd() {
    Result result = new Result(SHOPIFY, JSON);
    assertThat(result.hasBegun()).isFalse();

    result.scan(THROTTLED.substring(0, 9).getBytes(UTF_8));
    result.scan(THROTTLED.substring(9).getBytes(UTF_8));
    assertThat(result.reading().assessment().verdict()).isEqualTo(Verdict.SUCCESS);
    result.complete();

    assertThat(end(result).verdict()).isEqualTo(Verdict.THROTTLED);
    assertThat(result.hasBegun()).isTrue();
  }

  @Test
  void bodyThatMayDecide_isReadWhen64KiBAreThere() {
    Result result = new Result(SHOPIFY, JSON);
    result.scan(THROTTLED.getBytes(UTF_8));
    result.scan(new byte[ResponseSample.MAX_BYTES - THROTTLED.length()]);
    assertThat(result.hasBegun()).isFalse();

    result.scan(new byte[1]);

    assertThat(result.hasBegun()).isTrue();
    assertThat(result.looksAtMore()).isFalse();
    assertThat(result.reading().assessment().verdict()).isEqualTo(Verdict.THROTTLED);
  }

  @Test
  void encodedBody_isNotLookedAt() {
    assertThat(new Result(SHOPIFY, JSON.with("Content-Encoding", "gzip")).hasBegun()).isTrue();
    assertThat(new Result(ANTHROPIC, EVENTS.with("Content-Encoding", "br")).hasBegun()).isTrue();
    assertThat(new Result(SHOPIFY, JSON.with("Content-Encoding", "identity")).hasBegun()).isFalse();
  }

  @Test
  void failure_isReadToItsEndBeforeItIsPassedOn() {
    Result result = new Result(HTTP, FakeHead.of(503));

    assertThat(result.hasBegun()).isFalse();
    result.complete();
    assertThat(end(result).verdict()).isEqualTo(Verdict.FAILURE);
  }

  @Test
  void stream_beginsWithItsFirstEvent() {
    Result result = new Result(ANTHROPIC, EVENTS);

    assertThat(result.scan(": hello\n\n".getBytes(UTF_8))).isFalse();
    assertThat(result.awaitsContent()).isTrue();
    assertThat(result.scan("data: {}\n\n".getBytes(UTF_8))).isTrue();
    assertThat(result.awaitsContent()).isFalse();
    assertThat(result.hasBegun()).isTrue();
    assertThat(result.looksAtMore()).isTrue();
    result.complete();
    assertThat(result.reading().assessment().verdict()).isEqualTo(Verdict.FAILURE);
  }

  @Test
  void fail_afterAHeadOfSuccess_isAFailure() {
    Result result = new Result(HTTP, FakeHead.of(200));
    result.fail(new IOException("cut"));

    assertThat(end(result).verdict()).isEqualTo(Verdict.FAILURE);
    assertThat(result.reading().rule()).isNotEmpty();
  }

  @Test
  void fail_afterAHeadThatSaidMore_keepsWhatItSaid() {
    Result result = new Result(HTTP, FakeHead.of(429));
    result.fail(new IOException("cut"));

    assertThat(end(result).verdict()).isEqualTo(Verdict.THROTTLED);
  }

  @Test
  void end_isToldOnce() {
    Result result = new Result(HTTP, FakeHead.of(200));
    result.abandon();
    result.fail(new IOException("late"));
    result.complete();

    assertThat(end(result)).isEqualTo(Assessment.of(Verdict.IGNORED));
    assertThat(result.reading().assessment().verdict()).isEqualTo(Verdict.SUCCESS);
  }

  @Test
  void answerThatSaysAgain_isNoLeaveToRepeatWhatIsUnsafe() {
    FakeHead busy = FakeHead.of(503);

    assertThat(HTTP.read(busy.with("x-should-retry", "true")).forRequests().repeat())
        .isEqualTo(Repeat.USEFUL);
    assertThat(HTTP.read(busy.with("x-should-retry", "false")).forRequests().repeat())
        .isEqualTo(Repeat.USELESS);
    assertThat(HTTP.read(busy).forRequests().repeat()).isEqualTo(Repeat.BY_VERDICT);
    assertThat(HTTP.read(FakeHead.of(200)).forRequests()).isEqualTo(Assessment.of(Verdict.SUCCESS));
  }

  @Test
  void policies_thatAnswerOtherwise_areRefused() {
    PipelineConfig<HttpResult> policies = Pipeline.named("erp");

    assertThatThrownBy(
            () -> ResilientHttpClient.with(policies.fallback(() -> new Result(HTTP, JSON))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("erp: a fallback or a cache has no response to give");
    assertThatThrownBy(
            () ->
                ResilientHttpClient.with(
                    policies.cache(AnswerCache.named("erp").freshFor(ofMinutes(1)))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Assessment end(HttpResult result) {
    return result.ended().toCompletableFuture().join();
  }

  /** A result of a client that only tests have. */
  private static final class Result extends HttpResult {
    Result(HttpVerdicts verdicts, ResponseHead head) {
      super(verdicts, head);
    }

    @Override
    public void discard() {
      abandon();
    }
  }
}
