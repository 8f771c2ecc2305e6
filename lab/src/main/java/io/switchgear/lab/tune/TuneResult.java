// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import com.fasterxml.jackson.core.JsonGenerator;
import io.switchgear.lab.log.LogSummary;
import io.switchgear.lab.report.JsonText;
import java.io.IOException;
import java.util.List;

/**
 * Proposed settings.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param log what was read
 * @param advice one for each setting that is looked at
 * @param yaml a settings file with all that has a value; it loads
 */
public record TuneResult(LogSummary log, List<Advice> advice, String yaml) {
  /**
   * All of it in words.
   *
   * @return YAML whose comments say why, so that it can be pasted as it is
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    LogSummary.Counts counts = log.counts();
    comment(
        text,
        "From %,d calls, read as %s%s."
            .formatted(
                counts.calls(),
                log.format().id(),
                counts.malformed() == 0
                    ? ""
                    : "; %,d lines weren't understood".formatted(counts.malformed())));
    for (Advice it : advice) {
      comment(text, "");
      boolean known = it.confidence() != Confidence.NONE;
      comment(
          text,
          known
              ? "%s: %s (confidence: %s)".formatted(it.setting(), it.yaml(), it.confidence().id())
              : "%s: the log can't say; the default stays".formatted(it.setting()));
      comment(text, "  " + it.evidence());
    }
    return text.append(yaml).toString();
  }

  private static void comment(StringBuilder text, String line) {
    text.append(("# " + line).stripTrailing()).append('\n');
  }

  /**
   * All of it for programs.
   *
   * @return an object of JSON
   */
  public String json() {
    return JsonText.of(this::write);
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("calls", log.counts().calls());
    json.writeStringField("format", log.format().id());
    json.writeNumberField("malformedLines", log.counts().malformed());
    json.writeArrayFieldStart("advice");
    for (Advice it : advice) {
      json.writeStartObject();
      json.writeStringField("setting", it.setting());
      json.writeStringField("yaml", it.yaml().isEmpty() ? null : it.yaml());
      json.writeStringField("evidence", it.evidence());
      json.writeStringField("confidence", it.confidence().id());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("yaml", yaml);
    json.writeEndObject();
  }
}
