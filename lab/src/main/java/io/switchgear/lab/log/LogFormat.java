// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats that are read. */
public enum LogFormat {
  /** The access log of web servers: common, combined, or with what nginx was told to add. */
  ACCESS,
  /** HAProxy's HTTP log. */
  HAPROXY,
  /** An object of JSON on each line. */
  JSON,
  /** Values with commas, semicolons or tabs between them, under a line of names. */
  CSV,
  /** The archive that browsers and test tools write, one document of JSON. */
  HAR;

  /**
   * The name as a user writes it.
   *
   * @return in lower case
   */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The format of a name.
   *
   * @param name the name; {@code common}, {@code combined} and {@code nginx} are {@link #ACCESS},
   *     {@code jsonl} and {@code ndjson} {@link #JSON}, {@code jmeter} and {@code jtl} {@link #CSV}
   * @return the format; empty when there is none of that name
   */
  public static Optional<LogFormat> of(String name) {
    return switch (name) {
      case "common", "combined", "nginx", "apache" -> Optional.of(ACCESS);
      case "jsonl", "ndjson" -> Optional.of(JSON);
      case "jmeter", "jtl" -> Optional.of(CSV);
      default -> Arrays.stream(values()).filter(format -> format.id().equals(name)).findFirst();
    };
  }

  /**
   * The names.
   *
   * @return one for each format
   */
  public static List<String> ids() {
    return Arrays.stream(values()).map(LogFormat::id).toList();
  }
}
