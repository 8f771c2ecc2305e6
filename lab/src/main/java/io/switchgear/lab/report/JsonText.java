// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Results as JSON that people can read too. */
public final class JsonText {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonText() {}

  /**
   * Writes a text.
   *
   * @param content writes what is in it
   * @return the text, indented, with a line break at its end
   */
  public static String of(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      content.writeTo(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text + System.lineSeparator();
  }

  /** What is in a text. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes one value.
     *
     * @param json takes it
     * @throws IOException when the generator throws it
     */
    void writeTo(JsonGenerator json) throws IOException;
  }
}
