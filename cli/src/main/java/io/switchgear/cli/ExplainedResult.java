// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.http.HttpReading;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import io.switchgear.http.ResponseSample;
import io.switchgear.http.TransportError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The result that somebody wants to have explained, as the options of the command give it. */
record ExplainedResult(
    @Nullable Integer status,
    List<String> headers,
    @Nullable String event,
    @Nullable String transport) {
  private static final Map<String, TransportError> TRANSPORT =
      Map.of(
          "notSent", TransportError.NOT_SENT,
          "noAnswer", TransportError.NO_ANSWER,
          "streamCut", TransportError.STREAM_CUT,
          "canceled", TransportError.CANCELED);

  HttpReading read(HttpVerdicts verdicts, byte @Nullable [] body) {
    checkOneKind();
    if (event != null) {
      String data = body == null ? "" : new String(body, StandardCharsets.UTF_8);
      return verdicts
          .readEvent(event, data)
          .orElseThrow(
              () ->
                  new CommandFailedException(
                      "this event says nothing: " + meaning(verdicts, data)));
    }
    return transport == null ? answer(verdicts, body) : verdicts.read(transportError());
  }

  private String meaning(HttpVerdicts verdicts, String data) {
    return verdicts.isStreamEnd(String.valueOf(event), data)
        ? "it ends its stream as it should"
        : "it is content";
  }

  private void checkOneKind() {
    int kinds = (status == null ? 0 : 1) + (event == null ? 0 : 1) + (transport == null ? 0 : 1);
    if (kinds != 1) {
      throw new CommandFailedException(
          "there must be exactly one of --status, --event, --transport");
    }
  }

  private TransportError transportError() {
    TransportError error = TRANSPORT.get(String.valueOf(transport));
    if (error == null) {
      throw new CommandFailedException(
          "--transport must be one of notSent, noAnswer, streamCut, canceled, but is '"
              + transport
              + "'");
    }
    return error;
  }

  private HttpReading answer(HttpVerdicts verdicts, byte @Nullable [] body) {
    ResponseHead head = head();
    return verdicts.read(body == null ? head : ResponseSample.of(head, body, false));
  }

  private ResponseHead head() {
    int number = status == null ? 0 : status;
    if (number < 100 || number > 999) {
      throw new CommandFailedException("--status must be from 100 to 999, but is " + number);
    }
    Map<String, String> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw new CommandFailedException("--header must be 'NAME: VALUE', but is '" + header + "'");
      }
      named.putIfAbsent(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    return new Head(number, named);
  }

  private record Head(int status, Map<String, String> named) implements ResponseHead {
    @Override
    public Optional<String> header(String name) {
      return Optional.ofNullable(named.get(name));
    }
  }
}
