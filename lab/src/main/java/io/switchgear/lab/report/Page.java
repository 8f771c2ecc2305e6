// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A page of text, tables and charts that carries all it needs within itself.
 *
 * <p><b>Thread safety:</b> none; one thread writes a page.
 */
public final class Page {
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private final String title;
  private final StringBuilder body = new StringBuilder();
  private int charts;

  /**
   * A page with a heading and nothing else yet.
   *
   * @param title the heading
   */
  public Page(String title) {
    this.title = title;
    body.append("<h1>").append(escape(title)).append("</h1>\n");
  }

  /**
   * Adds a heading.
   *
   * @param text its text
   * @return this page
   */
  public Page heading(String text) {
    body.append("<h2>").append(escape(text)).append("</h2>\n");
    return this;
  }

  /**
   * Adds a paragraph.
   *
   * @param text its text
   * @return this page
   */
  public Page text(String text) {
    body.append("<p>").append(escape(text)).append("</p>\n");
    return this;
  }

  /**
   * Adds a table, whose first column names the rows.
   *
   * @param head the names of the columns
   * @param rows the rows, each as long as the head
   * @return this page
   */
  public Page table(List<String> head, List<List<String>> rows) {
    body.append("<div class=\"scroll\"><table><thead>");
    row(head, "th scope=\"col\"", "th");
    body.append("</thead><tbody>");
    rows.forEach(row -> row(row, "td", "td"));
    body.append("</tbody></table></div>\n");
    return this;
  }

  private void row(List<String> cells, String open, String close) {
    body.append("<tr>");
    for (int i = 0; i < cells.size(); i++) {
      boolean name = i == 0;
      body.append('<').append(name ? "th scope=\"row\"" : open).append('>');
      body.append(escape(cells.get(i)));
      body.append("</").append(name ? "th" : close).append('>');
    }
    body.append("</tr>\n");
  }

  /**
   * Adds a table that is folded away until somebody wants to see it.
   *
   * @param summary what is seen of it
   * @param head the names of the columns
   * @param rows the rows
   * @return this page
   */
  public Page details(String summary, List<String> head, List<List<String>> rows) {
    body.append("<details><summary>").append(escape(summary)).append("</summary>\n");
    table(head, rows);
    body.append("</details>\n");
    return this;
  }

  /**
   * Adds a chart.
   *
   * @param chart the chart
   * @return this page
   */
  public Page chart(Chart chart) {
    String id = "chart-" + ++charts;
    body.append("<figure><figcaption>").append(escape(chart.title())).append("</figcaption>");
    body.append("<div class=\"chart\" id=\"").append(id).append("\" role=\"img\" aria-label=\"");
    body.append(escape(chart.title())).append("\"></div>");
    body.append("<script type=\"application/json\" data-chart=\"").append(id).append("\">");
    body.append(chart.json()).append("</script></figure>\n");
    return this;
  }

  /**
   * The page.
   *
   * @return HTML
   */
  public String html() {
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
        + escape(title)
        + "</title>\n<style>"
        + resource(UPLOT + "uPlot.min.css")
        + resource("report.css")
        + "</style></head>\n<body><main>\n"
        + body
        + "</main>\n<script>"
        + resource(UPLOT + "uPlot.iife.min.js")
        + "</script>\n<script>"
        + resource("report.js")
        + "</script>\n</body></html>\n";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String resource(String name) {
    try (InputStream file = Page.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
