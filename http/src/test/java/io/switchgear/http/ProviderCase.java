// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A result of a call to a provider with what it means, from {@code provider-outcomes.json}. The
 * line is that of the table in which the facts were collected; 0 is for rows that no line needs.
 */
record ProviderCase(Map<?, ?> fields) {

  static Stream<ProviderCase> all() {
    try (InputStream in = ProviderCase.class.getResourceAsStream("provider-outcomes.json")) {
      JsonNode cases = JsonNode.of("cases", Objects.requireNonNull(in));
      return cases.items().stream().map(it -> new ProviderCase((Map<?, ?>) it.value()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int line() {
    return Integer.parseInt(text("line"));
  }

  String provider() {
    return text("provider");
  }

  String rule() {
    return text("rule");
  }

  Retryable retryable() {
    return text("retryable").equals("idempotent-only")
        ? Retryable.IDEMPOTENT_ONLY
        : Retryable.valueOf(text("retryable").toUpperCase(Locale.ROOT));
  }

  /** In words: a throttled call that isn't retried is a hold. */
  String outcome() {
    boolean longHold = text("outcome").equals("throttled") && retryable() == Retryable.NO;
    return longHold ? "hold" : text("outcome");
  }

  @Nullable String namedWait() {
    return (String) fields.get("wait");
  }

  HttpReading readBy(HttpVerdicts verdicts) {
    if (fields.get("event") instanceof List<?> event) {
      return verdicts
          .readEvent((String) event.get(0), (String) event.get(1))
          .orElseThrow(() -> new AssertionError("nothing to say about " + event));
    }
    if (fields.containsKey("transport")) {
      TransportError error = ProfileReader.names(TransportError.values()).get(text("transport"));
      return verdicts.read(Objects.requireNonNull(error));
    }
    ResponseHead head = head();
    Object body = fields.get("body");
    boolean looks = verdicts.looksAtBody(head);
    return body == null || !looks
        ? verdicts.read(head)
        : verdicts.read(
            ResponseSample.of(head, body.toString().getBytes(StandardCharsets.UTF_8), false));
  }

  private ResponseHead head() {
    FakeHead head = FakeHead.of(Integer.parseInt(text("status")));
    if (fields.get("headers") instanceof Map<?, ?> headers) {
      for (Map.Entry<?, ?> header : headers.entrySet()) {
        head = head.with(header.getKey().toString(), header.getValue().toString());
      }
    }
    return head;
  }

  private String text(String key) {
    return Objects.requireNonNull(fields.get(key), key).toString();
  }

  @Override
  public String toString() {
    return line() + " " + provider() + " " + rule();
  }
}
