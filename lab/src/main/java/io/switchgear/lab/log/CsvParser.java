// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads values with a separator between them, under a line of names. */
final class CsvParser implements CallParser {
  private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');

  private final FieldReader reader;

  CsvParser(LogOptions options) {
    this.reader = new FieldReader(options);
  }

  /** Whether a line is one of names, among them those that a call needs. */
  static boolean isHeader(String line, LogOptions options) {
    Map<String, Integer> columns = columns(line);
    return new FieldReader(options).canRead(name -> columns.containsKey(name) ? "" : null);
  }

  @Override
  public void read(Lines lines, Sink sink) throws IOException {
    String header = lines.next();
    while (header != null && header.isBlank()) {
      header = lines.next();
    }
    if (header == null) {
      return;
    }
    Map<String, Integer> columns = columns(header);
    if (!reader.canRead(name -> columns.containsKey(name) ? "" : null)) {
      sink.malformed(lines.number(), "no line of names with a time and a status");
      return;
    }
    long before = lines.number();
    var csv =
        CsvReader.builder()
            .fieldSeparator(separator(header))
            .allowExtraFields(true)
            .allowMissingFields(true)
            .maxBufferSize(2 * Lines.MAX_LENGTH);
    try (CsvReader<CsvRecord> records = csv.ofCsvRecord(lines.rest())) {
      records(records.iterator(), new Rows(columns, before, sink));
    }
  }

  private void records(CloseableIterator<CsvRecord> records, Rows rows) throws IOException {
    try {
      while (records.hasNext()) {
        CsvRecord row = records.next();
        rows.at(row);
        parse(rows, row);
      }
    } catch (CsvParseException e) {
      rows.sink.malformed(rows.lastLine + 1, "a value without an end; nothing behind it was read");
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void parse(Rows rows, CsvRecord row) {
    try {
      rows.sink.call(reader.read(name -> value(rows.columns, row, name)));
    } catch (MalformedException e) {
      rows.sink.malformed(rows.lastLine, e.reason());
    }
  }

  private static @Nullable String value(Map<String, Integer> columns, CsvRecord row, String name) {
    Integer column = columns.get(name);
    if (column == null) {
      return null;
    }
    return column < row.getFieldCount() ? row.getField(column) : "";
  }

  private static char separator(String header) {
    char best = ',';
    for (char separator : SEPARATORS) {
      if (count(header, separator) > count(header, best)) {
        best = separator;
      }
    }
    return best;
  }

  private static long count(String text, char c) {
    return text.chars().filter(each -> each == c).count();
  }

  private static Map<String, Integer> columns(String header) {
    Map<String, Integer> columns = new HashMap<>();
    String[] names = header.split(Pattern.quote(String.valueOf(separator(header))), -1);
    for (int i = 0; i < names.length; i++) {
      String name = names[i].strip();
      boolean quoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
      columns.putIfAbsent(quoted ? name.substring(1, name.length() - 1) : name, i);
    }
    return columns;
  }

  /** Where the rows go, and where they come from. */
  private static final class Rows {
    private final Map<String, Integer> columns;
    private final long headerLine;
    private final Sink sink;
    private long lastLine;

    Rows(Map<String, Integer> columns, long headerLine, Sink sink) {
      this.columns = columns;
      this.headerLine = headerLine;
      this.sink = sink;
      this.lastLine = headerLine;
    }

    void at(CsvRecord row) {
      lastLine = headerLine + row.getStartingLineNumber();
    }
  }
}
