// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.llmclients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import io.switchgear.examples.llmclients.StubProvider.Answer;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** openai-java as it comes, retries included, through the gateway. */
class OpenAiClientIT {
  private static final Answer DOWN =
      Answer.json(
          503,
          """
          {"error":{"message":"The engine is overloaded","type":"server_error","code":null}}
          """);

  private final StubProvider openAi = new StubProvider(completion("first"));
  private final StubProvider standIn = new StubProvider(completion("stand-in"));
  private final ExampleGateway gateway =
      ExampleGateway.start(Map.of("openai", openAi.url(), "openai-stand-in", standIn.url()));
  private final OpenAIClient client =
      OpenAIOkHttpClient.builder().baseUrl(gateway.url("/openai/v1")).apiKey("own-key").build();

  @AfterEach
  void close() {
    client.close();
    gateway.close();
    openAi.close();
    standIn.close();
  }

  private static Answer completion(String text) {
    return Answer.json(
        200,
        """
        {"id":"c1","object":"chat.completion","created":1,"model":"m",
         "choices":[{"index":0,"message":{"role":"assistant","content":"%s","refusal":null},
                     "logprobs":null,"finish_reason":"stop"}],
         "usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}
        """
            .formatted(text));
  }

  private static Answer stream(String... words) {
    StringBuilder events = new StringBuilder();
    for (String word : words) {
      events.append(
          """
          data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m",\
          "choices":[{"index":0,"delta":{"content":"%s"},"finish_reason":null}]}

          """
              .formatted(word));
    }
    return Answer.events(events.append("data: [DONE]\n\n").toString());
  }

  private static ChatCompletionCreateParams question() {
    return ChatCompletionCreateParams.builder().model("gpt-5.2").addUserMessage("Hello").build();
  }

  private String ask() {
    return client
        .chat()
        .completions()
        .create(question())
        .choices()
        .get(0)
        .message()
        .content()
        .orElseThrow();
  }

  private String askForStream() {
    try (StreamResponse<ChatCompletionChunk> chunks =
        client.chat().completions().createStreaming(question())) {
      return chunks.stream()
          .flatMap(chunk -> chunk.choices().stream())
          .flatMap(choice -> choice.delta().content().stream())
          .collect(Collectors.joining(" "));
    }
  }

  @Test
  void outageInTheMiddle_isNotSeen_andTheOtherGetsItsOwnKeyAndModel() {
    assertThat(ask()).isEqualTo("first");

    openAi.answers(DOWN);
    for (int i = 0; i < 10; i++) {
      assertThat(ask()).isEqualTo("stand-in");
    }

    assertThat(openAi.asked())
        .hasSize(1 + 3)
        .allSatisfy(asked -> assertThat(asked.authorization()).isEqualTo("Bearer own-key"));
    assertThat(standIn.asked())
        .hasSize(10)
        .allSatisfy(asked -> assertThat(asked.path()).isEqualTo("/v1/chat/completions"))
        .allSatisfy(asked -> assertThat(asked.authorization()).isEqualTo("Bearer stand-in-key"))
        .allSatisfy(asked -> assertThat(asked.body()).contains("\"small-model\""));
  }

  @Test
  void stream_arrivesWhole_fromWhoeverIsThere() {
    openAi.answers(stream("one", "two", "three"));
    assertThat(askForStream()).isEqualTo("one two three");

    openAi.answers(DOWN);
    standIn.answers(stream("four", "five"));
    assertThat(askForStream()).isEqualTo("four five");
  }

  @Test
  void everyoneOut_failsOnce_sinceTheGatewayAsksTheLibraryNotToRetry() {
    openAi.answers(DOWN);
    standIn.answers(DOWN);

    assertThatThrownBy(this::ask)
        .isInstanceOfSatisfying(
            OpenAIServiceException.class, e -> assertThat(e.statusCode()).isEqualTo(503));
    assertThat(openAi.asked()).hasSize(1);
    assertThat(standIn.asked()).hasSize(1);
  }
}
