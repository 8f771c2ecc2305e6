// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Finds the events in the bytes of a {@code text/event-stream}, as they come and in pieces of any
 * size. Only looks: the bytes stay as they are.
 *
 * <p>Lines may end in LF, CR or both (WHATWG HTML, section Server-sent events). Of an event at most
 * the first 64 KiB are kept, so that a stream without an end costs no memory.
 *
 * <p><b>Thread safety:</b> for one thread at a time. <b>Blocking:</b> never.
 */
public final class EventScanner {
  private static final int MAX_KEPT_BYTES = 64 * 1024;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Listener listener;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final StringBuilder data = new StringBuilder();
  private String name = "";
  private boolean hasData;
  private boolean afterCarriageReturn;
  private boolean first = true;
  private long lineBytes;
  private boolean comment;
  private long contentBytes;

  /**
   * A scanner at the beginning of a stream.
   *
   * @param listener is told of each event
   */
  public EventScanner(Listener listener) {
    this.listener = listener;
  }

  /**
   * Looks at the next piece of the stream.
   *
   * @param piece the bytes
   */
  public void scan(byte[] piece) {
    for (byte next : piece) {
      boolean secondOfPair = afterCarriageReturn && next == '\n';
      afterCarriageReturn = next == '\r';
      if (secondOfPair) {
        continue;
      }
      if (next == '\n' || next == '\r') {
        endLine();
      } else {
        add(next);
      }
    }
  }

  private void add(byte next) {
    if (lineBytes == 0) {
      comment = next == ':';
    }
    lineBytes++;
    if (comment) {
      return;
    }
    contentBytes++;
    if (line.size() < MAX_KEPT_BYTES) {
      line.write(next);
    }
  }

  private void endLine() {
    String text = line.toString(StandardCharsets.UTF_8);
    boolean blank = lineBytes == 0;
    line.reset();
    lineBytes = 0;
    if (first && text.startsWith(BYTE_ORDER_MARK)) {
      text = text.substring(1);
    }
    first = false;
    if (blank) {
      endEvent();
    } else if (!comment && !text.startsWith(":")) {
      field(text);
    }
  }

  private void field(String text) {
    int colon = text.indexOf(':');
    String field = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    value = value.startsWith(" ") ? value.substring(1) : value;
    if (field.equals("event")) {
      name = value;
    } else if (field.equals("data")) {
      addData(value);
    }
  }

  private void addData(String value) {
    int room = MAX_KEPT_BYTES - data.length();
    if (hasData && room > 0) {
      data.append('\n');
    }
    data.append(value, 0, Math.min(value.length(), Math.max(0, room)));
    hasData = true;
  }

  private void endEvent() {
    if (hasData) {
      listener.event(name, data.toString());
    }
    data.setLength(0);
    name = "";
    hasData = false;
  }

  /** The stream is over. An event whose blank line is missing is told all the same. */
  public void end() {
    if (lineBytes > 0) {
      endLine();
    }
    endEvent();
  }

  /**
   * How much of the stream was content: neither line ends nor comments, which only keep the
   * connection alive.
   *
   * @return the number of bytes so far
   */
  public long contentBytes() {
    return contentBytes;
  }

  /** Is told of the events. */
  @FunctionalInterface
  public interface Listener {
    /**
     * An event is complete.
     *
     * @param name its name; empty when it has none
     * @param data its data, lines joined with LF
     */
    void event(String name, String data);
  }
}
