// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.net.URI;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The arguments of the program, each with a default. */
final class Options {
  static final String USAGE =
      """
      Options:
        --via gateway|library  who keeps the circuits. Default: gateway.
        --documents N          how many arrive. Default: 4200.
        --seconds N            over how long they arrive; 0 is all at once. Default: 120.
        --workers N            how many work on them. Default: 16.
        --gateway URL          the gateway. Default: http://127.0.0.1:8080
        --erp URL              the accounting API, for --via library. Default: http://127.0.0.1:8081
        --ocr URL              likewise. Default: http://127.0.0.1:8082
        --classify URL         likewise. Default: http://127.0.0.1:8083\
      """;

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "--via", "gateway",
          "--documents", "4200",
          "--seconds", "120",
          "--workers", "16",
          "--gateway", "http://127.0.0.1:8080",
          "--erp", "http://127.0.0.1:8081",
          "--ocr", "http://127.0.0.1:8082",
          "--classify", "http://127.0.0.1:8083");

  private final Map<String, String> values = new HashMap<>(DEFAULTS);

  private Options() {}

  /** Reads the arguments; an {@link IllegalArgumentException} names the first that is wrong. */
  static Options parse(List<String> arguments) {
    Options options = new Options();
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      check(DEFAULTS.containsKey(name), "there is no option " + name);
      check(rest.hasNext(), name + " needs a value");
      options.values.put(name, rest.next());
    }
    options.checkAll();
    return options;
  }

  private void checkAll() {
    String via = value("--via");
    check(via.equals("gateway") || via.equals("library"), "--via must be gateway or library");
    number("--documents", 1, 1_000_000);
    number("--seconds", 0, 86_400);
    number("--workers", 1, 1_000);
    List.of("--gateway", "--erp", "--ocr", "--classify").forEach(this::url);
  }

  boolean isViaGateway() {
    return value("--via").equals("gateway");
  }

  int documents() {
    return number("--documents", 1, 1_000_000);
  }

  int seconds() {
    return number("--seconds", 0, 86_400);
  }

  int workers() {
    return number("--workers", 1, 1_000);
  }

  Services services() {
    return isViaGateway()
        ? Services.behind(url("--gateway"))
        : new Services(url("--ocr"), url("--classify"), url("--erp"));
  }

  private int number(String name, int min, int max) {
    String text = value(name);
    boolean fits = text.matches("[0-9]{1,7}");
    int number = fits ? Integer.parseInt(text) : -1;
    check(number >= min && number <= max, name + " must be a number from " + min + " to " + max);
    return number;
  }

  private URI url(String name) {
    String text = value(name);
    check(text.matches("https?://[^\\s/?#]+(/[^\\s?#]*)?"), name + " must be an http URL");
    return URI.create(text);
  }

  private String value(String name) {
    return values.getOrDefault(name, "");
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
