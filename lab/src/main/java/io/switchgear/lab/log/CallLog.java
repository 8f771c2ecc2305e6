// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * A log of calls in a file, compressed with gzip or not.
 *
 * <pre>{@code
 * CallLog log = CallLog.of(Path.of("access.log.gz"), LogOptions.automatic());
 * LogSummary summary = log.read(call -> count(call.result()));
 * }</pre>
 *
 * <p><b>Thread safety:</b> immutable. <b>Blocking:</b> reading reads the file.
 */
public final class CallLog {
  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int BYTE_ORDER_MARK = 0xfeff;

  private final Path file;
  private final LogOptions options;

  private CallLog(Path file, LogOptions options) {
    this.file = file;
    this.options = options;
  }

  /**
   * A log.
   *
   * @param file where it is; it is read as UTF-8, and what isn't UTF-8 is replaced
   * @param options how it is to be read
   * @return the log, which isn't opened yet
   */
  public static CallLog of(Path file, LogOptions options) {
    return new CallLog(
        Objects.requireNonNull(file, "file"), Objects.requireNonNull(options, "options"));
  }

  /**
   * Reads the log from its beginning to its end.
   *
   * @param calls takes the calls in the order in which they began, as far as lines that stand in
   *     another order are less than five minutes and 100,000 lines away from their places
   * @return what there was
   * @throws LogException when the file can't be read, or no call is in it
   */
  public LogSummary read(Consumer<LoggedCall> calls) {
    try (InputStream bytes = open()) {
      return read(new BufferedReader(text(bytes), Detection.HEAD_LENGTH), calls);
    } catch (IOException e) {
      throw new LogException(file + ": " + reason(e));
    }
  }

  private LogSummary read(BufferedReader text, Consumer<LoggedCall> calls) throws IOException {
    Tally tally = new Tally(calls);
    LogFormat format;
    try {
      String head = head(text);
      if (head.isBlank()) {
        throw new LogException("there is nothing in it");
      }
      Detection.Detected detected = Detection.of(head, options);
      format = detected.format();
      Lines lines = new Lines(text);
      try {
        detected.parser().read(lines, tally);
      } catch (EOFException e) {
        tally.malformed(lines.number() + 1, "the compressed file is cut off here");
      }
      tally.end();
      return tally.summary(format);
    } catch (LogException e) {
      throw new LogException(file + ": " + e.getMessage());
    }
  }

  private InputStream open() throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    bytes.mark(2);
    int magic = bytes.read() << 8 | bytes.read();
    bytes.reset();
    if (magic != GZIP_MAGIC) {
      return bytes;
    }
    try {
      return new GZIPInputStream(bytes, 1 << 16);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static Reader text(InputStream bytes) {
    return new InputStreamReader(bytes, StandardCharsets.UTF_8);
  }

  /** The beginning of the text, which is read again afterwards; without a byte order mark. */
  private static String head(BufferedReader text) throws IOException {
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
    text.mark(Detection.HEAD_LENGTH);
    char[] head = new char[Detection.HEAD_LENGTH];
    int length = 0;
    try {
      for (int read = 0; read >= 0 && length < head.length; ) {
        length += read;
        read = text.read(head, length, head.length - length);
      }
    } catch (EOFException e) {
      // Of a compressed file that is cut off, what is there will do.
    }
    text.reset();
    return new String(head, 0, length);
  }

  private String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "the file can't be read: permission denied";
    }
    return Files.isDirectory(file)
        ? "this is a directory, not a file"
        : "the file can't be read: " + e.getMessage();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
