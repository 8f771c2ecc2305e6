// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Numbers over time.
 *
 * <p><b>Thread safety:</b> none; one thread makes a chart.
 */
public final class Chart {
  private final String title;
  private final double[] seconds;
  private final List<Series> series = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private double bandFrom = Double.NaN;
  private double bandUntil = Double.NaN;
  private double top = Double.NaN;

  /**
   * A chart without lines.
   *
   * @param title what it shows, with the unit
   * @param seconds the times of the points, from the beginning, growing
   */
  public Chart(String title, double[] seconds) {
    this.title = title;
    this.seconds = seconds.clone();
  }

  String title() {
    return title;
  }

  /**
   * Adds a line.
   *
   * @param name what it is
   * @param look its look
   * @param values a number for each time
   * @return this chart
   */
  public Chart line(String name, Look look, double[] values) {
    if (values.length != seconds.length) {
      throw new IllegalArgumentException(
          "values must be " + seconds.length + ", but are " + values.length);
    }
    series.add(new Series(name, look, values.clone()));
    return this;
  }

  /**
   * Shades a stretch of time.
   *
   * @param fromSeconds where it begins
   * @param untilSeconds where it ends
   * @return this chart
   */
  public Chart band(double fromSeconds, double untilSeconds) {
    bandFrom = fromSeconds;
    bandUntil = untilSeconds;
    return this;
  }

  /**
   * Makes the scale end at a value, so that charts can be compared.
   *
   * @param value the value at the top
   * @return this chart
   */
  public Chart top(double value) {
    top = value;
    return this;
  }

  /**
   * Marks a moment.
   *
   * @param atSeconds when
   * @param look its look
   * @return this chart
   */
  public Chart mark(double atSeconds, Look look) {
    marks.add(new Mark(atSeconds, look));
    return this;
  }

  /** What the script of the page draws; safe within an element of a page. */
  String json() {
    StringBuilder json = new StringBuilder("{\"x\":");
    numbers(json, seconds);
    json.append(",\"band\":").append(Double.isNaN(bandFrom) ? "null" : band());
    json.append(",\"top\":").append(number(top)).append(",\"series\":[");
    for (int i = 0; i < series.size(); i++) {
      Series line = series.get(i);
      json.append(i == 0 ? "" : ",").append("{\"name\":").append(quoted(line.name));
      json.append(",\"look\":").append(quoted(line.look.word())).append(",\"y\":");
      numbers(json, line.values);
      json.append('}');
    }
    json.append("],\"marks\":[");
    for (int i = 0; i < marks.size(); i++) {
      Mark mark = marks.get(i);
      json.append(i == 0 ? "[" : ",[").append(number(mark.atSeconds)).append(',');
      json.append(quoted(mark.look.word())).append(']');
    }
    return json.append("]}").toString();
  }

  private String band() {
    return "[" + number(bandFrom) + "," + number(bandUntil) + "]";
  }

  private static void numbers(StringBuilder json, double[] values) {
    json.append('[');
    for (int i = 0; i < values.length; i++) {
      json.append(i == 0 ? "" : ",").append(number(values[i]));
    }
    json.append(']');
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "null";
    }
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            c ->
                quoted.append(
                    c < ' ' || c == '"' || c == '\\' || c == '<'
                        ? String.format("\\u%04x", c)
                        : Character.toString(c)));
    return quoted.append('"').toString();
  }

  /** How a line or a mark looks: its color and its dashes, by what it means. */
  public enum Look {
    /** What went well. */
    GOOD,
    /** What went wrong. */
    BAD,
    /** What was held back. */
    HELD,
    /** How much there was. */
    PLAIN,
    /** What was asked for. */
    FAINT;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A line. */
  private static final class Series {
    private final String name;
    private final Look look;
    private final double[] values;

    Series(String name, Look look, double[] values) {
      this.name = name;
      this.look = look;
      this.values = values;
    }
  }

  private record Mark(double atSeconds, Look look) {}
}
