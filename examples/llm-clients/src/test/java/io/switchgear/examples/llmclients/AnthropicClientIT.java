// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.llmclients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import io.switchgear.examples.llmclients.StubProvider.Answer;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** anthropic-java as it comes, retries included, through the gateway. */
class AnthropicClientIT {
  private static final Answer OVERLOADED =
      Answer.json(
          529,
          """
          {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}
          """);

  private static final Answer OVERLOADED_STREAM =
      Answer.events(
          """
          event: error
          data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}

          """);

  private final StubProvider large = new StubProvider(message("large"));
  private final StubProvider small = new StubProvider(message("small"));
  private final ExampleGateway gateway =
      ExampleGateway.start(Map.of("anthropic", large.url(), "anthropic-small", small.url()));
  private final AnthropicClient client =
      AnthropicOkHttpClient.builder().baseUrl(gateway.url("/anthropic")).apiKey("test-key").build();

  @AfterEach
  void close() {
    client.close();
    gateway.close();
    large.close();
    small.close();
  }

  private static Answer message(String text) {
    return Answer.json(
        200,
        """
        {"id":"msg_1","type":"message","role":"assistant","model":"m",
         "content":[{"type":"text","text":"%s"}],"stop_reason":"end_turn","stop_sequence":null,
         "usage":{"input_tokens":1,"output_tokens":1}}
        """
            .formatted(text));
  }

  private static Answer stream(String text) {
    return Answer.events(
        """
        event: message_start
        data: {"type":"message_start","message":{"id":"msg_1","type":"message",\
        "role":"assistant","model":"m","content":[],"stop_reason":null,\
        "stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

        event: content_block_start
        data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

        event: content_block_delta
        data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"%s"}}

        event: content_block_stop
        data: {"type":"content_block_stop","index":0}

        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"end_turn",\
        "stop_sequence":null},"usage":{"output_tokens":1}}

        event: message_stop
        data: {"type":"message_stop"}

        """
            .formatted(text));
  }

  private static MessageCreateParams question() {
    return MessageCreateParams.builder()
        .model("claude-opus-4-5")
        .maxTokens(64)
        .addUserMessage("Hello")
        .build();
  }

  private String ask() {
    Message message = client.messages().create(question());
    return message.content().get(0).asText().text();
  }

  private String askForStream() {
    try (StreamResponse<RawMessageStreamEvent> events =
        client.messages().createStreaming(question())) {
      return events.stream()
          .flatMap(event -> event.contentBlockDelta().stream())
          .flatMap(delta -> delta.delta().text().stream())
          .map(text -> text.text())
          .collect(Collectors.joining());
    }
  }

  @Test
  void outageInTheMiddle_isNotSeen_andTheModelOfTheOtherIsAsked() {
    assertThat(ask()).isEqualTo("large");

    large.answers(OVERLOADED);
    for (int i = 0; i < 10; i++) {
      assertThat(ask()).isEqualTo("small");
    }

    // One call before, and as many failures as open the circuit: the library didn't retry.
    assertThat(large.asked()).hasSize(1 + 3);
    assertThat(large.asked().get(0).body()).contains("claude-opus-4-5");
    assertThat(small.asked())
        .hasSize(10)
        .allSatisfy(asked -> assertThat(asked.path()).isEqualTo("/v1/messages"))
        .allSatisfy(asked -> assertThat(asked.body()).contains("claude-haiku-4-5"));
  }

  @Test
  void overloadInTheFirstEventOfAStream_isNotSeen() {
    large.answers(OVERLOADED_STREAM);
    small.answers(stream("from the small one"));

    assertThat(askForStream()).isEqualTo("from the small one");
    assertThat(large.asked()).hasSize(1);
  }

  @Test
  void streamOfAHealthyProvider_arrivesWhole() {
    large.answers(stream("from the large one"));

    assertThat(askForStream()).isEqualTo("from the large one");
    assertThat(small.asked()).isEmpty();
  }

  @Test
  void everyoneOut_failsOnce_sinceTheGatewayAsksTheLibraryNotToRetry() {
    large.answers(OVERLOADED);
    small.answers(OVERLOADED);

    assertThatThrownBy(this::ask)
        .isInstanceOfSatisfying(
            AnthropicServiceException.class, e -> assertThat(e.statusCode()).isGreaterThan(499));
    assertThat(large.asked()).hasSize(1);
    assertThat(small.asked()).hasSize(1);
  }
}
