// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import io.switchgear.lab.log.LogSummary;
import io.switchgear.lab.report.JsonText;
import java.io.IOException;
import java.time.Instant;

/** A replay as JSON, for programs. */
final class ReplayJson {
  private final JsonGenerator json;

  private ReplayJson(JsonGenerator json) {
    this.json = json;
  }

  static String of(ReplayResult result) {
    return JsonText.of(json -> new ReplayJson(json).write(result));
  }

  private void write(ReplayResult result) throws IOException {
    json.writeStartObject();
    log(result.log());
    json.writeNumberField("runs", result.counts().runs());
    json.writeNumberField("targets", result.counts().targets());
    json.writeNumberField("unassignedCalls", result.counts().unassigned());
    json.writeNumberField("callsOverTimeout", result.counts().overTimeout());
    json.writeNumberField("circuitsWithSparseCalls", result.counts().sparse());
    outcomes("calls", result.calls());
    json.writeArrayFieldStart("circuits");
    for (CircuitAccount circuit : result.circuits()) {
      circuit(circuit);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("variants");
    for (VariantResult variant : result.variants()) {
      variant(variant);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("unknown");
    for (String unknown : result.unknowns()) {
      json.writeString(unknown);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void log(LogSummary log) throws IOException {
    json.writeObjectFieldStart("log");
    json.writeStringField("format", log.format().id());
    json.writeStringField("start", log.start().map(Instant::toString).orElse(null));
    json.writeStringField("end", log.end().map(Instant::toString).orElse(null));
    json.writeNumberField("calls", log.counts().calls());
    json.writeNumberField("callsWithDuration", log.counts().timed());
    json.writeNumberField("linesWithoutCall", log.counts().noCalls());
    json.writeNumberField("malformedLines", log.counts().malformed());
    json.writeNumberField("lateCalls", log.counts().late());
    json.writeArrayFieldStart("firstMalformed");
    for (LogSummary.Malformed malformed : log.firstMalformed()) {
      json.writeStartObject();
      json.writeNumberField("line", malformed.line());
      json.writeStringField("reason", malformed.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void outcomes(String name, Outcomes outcomes) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("failed", outcomes.failed());
    json.writeNumberField("fine", outcomes.fine());
    json.writeNumberField("neither", outcomes.neither());
    json.writeEndObject();
  }

  private void circuit(CircuitAccount circuit) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", circuit.id().name());
    json.writeStringField("key", circuit.id().key().isEmpty() ? null : circuit.id().key());
    outcomes("calls", circuit.calls());
    outcomes("rejected", circuit.rejected());
    json.writeNumberField("tripCount", circuit.tripCount());
    json.writeNumberField("suspectedCount", circuit.suspectedCount());
    json.writeNumberField("trippedSeconds", circuit.tripped().toSeconds());
    json.writeArrayFieldStart("trips");
    for (Trip trip : circuit.trips()) {
      trip(trip);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void trip(Trip trip) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", trip.at().toString());
    json.writeStringField("evidence", trip.evidence());
    json.writeStringField("closedAt", trip.closedAt().map(Instant::toString).orElse(null));
    json.writeNumberField("reopenings", trip.reopenings());
    outcomes("rejected", trip.rejected());
    outcomes("trials", trip.trials());
    json.writeStringField("suspicion", trip.suspicion().orElse(null));
    json.writeEndObject();
  }

  private void variant(VariantResult variant) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", variant.name());
    json.writeNumberField("trips", variant.trips());
    json.writeNumberField("suspected", variant.suspected());
    outcomes("rejected", variant.rejected());
    json.writeNumberField("trippedSeconds", variant.tripped().toSeconds());
    json.writeEndObject();
  }
}
