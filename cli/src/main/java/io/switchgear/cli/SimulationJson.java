// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.switchgear.lab.report.JsonText;
import io.switchgear.lab.simulate.Estimate;
import io.switchgear.lab.simulate.Experiment;
import io.switchgear.lab.simulate.Measure;
import java.io.IOException;

/** An experiment for scripts. */
final class SimulationJson {
  private SimulationJson() {}

  /**
   * A measure of one run is a number, or null when there is none; of several it is an object with
   * mean, margin and the number of runs that have it.
   */
  static String of(Experiment experiment) {
    return JsonText.of(json -> write(json, experiment));
  }

  private static void write(JsonGenerator json, Experiment experiment) throws IOException {
    json.writeStartObject();
    json.writeStringField("scenario", experiment.scenario().about().name());
    json.writeNumberField("seed", experiment.seed());
    json.writeNumberField("runs", experiment.runs());
    json.writeArrayFieldStart("clients");
    for (Experiment.Client client : experiment.clients()) {
      json.writeStartObject();
      json.writeStringField("name", client.name());
      for (Measure measure : Measure.values()) {
        json.writeFieldName(measure.key());
        write(json, client.estimate(measure), experiment.runs() > 1);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Estimate estimate, boolean several)
      throws IOException {
    if (!several) {
      number(json, estimate.mean());
      return;
    }
    json.writeStartObject();
    json.writeFieldName("mean");
    number(json, estimate.mean());
    json.writeNumberField("margin95", estimate.margin());
    json.writeNumberField("runs", estimate.runs());
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, double value) throws IOException {
    if (Double.isNaN(value)) {
      json.writeNull();
    } else if (value == Math.rint(value)) {
      json.writeNumber((long) value);
    } else {
      json.writeNumber(value);
    }
  }
}
