// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import io.switchgear.lab.log.LoggedCall.Ending;
import io.switchgear.lab.log.LoggedCall.Request;
import io.switchgear.lab.log.LoggedCall.Result;
import java.util.concurrent.TimeUnit;

/**
 * Reads HAProxy's HTTP log (its manual, section 8.2.3). The call is the one to the server: it
 * begins when a connection is looked for, and its target is the backend.
 *
 * <pre>{@code
 * … 10.0.1.2:33317 [06/Feb/2026:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ----
 *     1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"
 * }</pre>
 */
final class HaproxyParser implements CallParser.LineParser {
  private static final int TIMERS = 5;
  private static final String NO_SERVER = "<NOSRV>";

  private final Dates dates;
  private final Stamp stamp;

  HaproxyParser(LogOptions options) {
    this.dates = new Dates(options.zone());
    this.stamp = options.stamp().orElse(Stamp.START);
  }

  @Override
  public void parse(String line, Sink sink) throws MalformedException {
    int open = line.indexOf(" [");
    // The syslog header may have brackets too, but with a number in them: haproxy[14389]:
    int close = open < 0 ? -1 : line.indexOf("] ", open);
    if (close < 0) {
      throw malformed("no date in brackets");
    }
    long acceptNanos = dates.accessNanos(line.substring(open + 2, close));
    // Frontend, backend/server, timers, status, bytes, two cookies, how it ended.
    String[] parts = line.substring(close + 2).split(" ", 9);
    if (parts.length < 9 || parts[7].length() != 4) {
      throw malformed("too few fields");
    }
    int slash = parts[1].indexOf('/');
    if (slash < 0) {
      throw malformed("no backend/server");
    }
    String server = parts[1].substring(slash + 1);
    if (server.equals(NO_SERVER) && parts[7].charAt(0) != 'S' && parts[7].charAt(0) != 's') {
      sink.noCall();
      return;
    }
    long[] timers = timers(parts[2]);
    long waitNanos = Math.max(0, timers[0]) + Math.max(0, timers[1]);
    long durationNanos = Math.max(0, timers[4] - waitNanos);
    long startNanos = stamp == Stamp.START ? acceptNanos + waitNanos : acceptNanos - durationNanos;
    Request request = request(parts[8], parts[1].substring(0, slash));
    sink.call(new LoggedCall(startNanos, durationNanos, request, result(parts[3], parts[7])));
  }

  private static long[] timers(String text) throws MalformedException {
    String[] parts = text.split("/", -1);
    if (parts.length != TIMERS) {
      throw malformed("not five timers");
    }
    long[] timers = new long[TIMERS];
    for (int i = 0; i < TIMERS; i++) {
      // A plus says that the line was written before the call was over.
      String number = parts[i].startsWith("+") ? parts[i].substring(1) : parts[i];
      timers[i] = number.equals("-1") ? -1 : Numbers.durationNanos(number, TimeUnit.MILLISECONDS);
    }
    return timers;
  }

  /** Counts of connections, of queues, captured headers in braces, then the request in quotes. */
  private static Request request(String rest, String backend) throws MalformedException {
    int quote = rest.lastIndexOf(" \"");
    if (quote < 0) {
      throw malformed("no request in quotes");
    }
    int end = rest.endsWith("\"") ? rest.length() - 1 : rest.length();
    String text = quote + 2 <= end ? rest.substring(quote + 2, end) : "";
    RequestLine line = RequestLine.of(text);
    return new Request(backend, line.method(), line.path(), "");
  }

  private static Result result(String statusText, String ending) throws MalformedException {
    int status = Numbers.status(statusText);
    if (status == 0 && !statusText.equals("-1") && !statusText.equals("0")) {
      throw malformed("a status isn't one");
    }
    char why = ending.charAt(0);
    char when = ending.charAt(1);
    if (why == 'C' || why == 'c') {
      return Result.without(Ending.CANCELED, ending);
    }
    if (why == 'S' || why == 's') {
      return Result.without(failure(when), ending);
    }
    return status == 0 ? Result.without(Ending.NO_ANSWER, ending) : Result.answered(status);
  }

  /** What became of the call when the server's side ended it in this phase. */
  private static Ending failure(char phase) {
    return switch (phase) {
      case 'C', 'Q' -> Ending.NOT_SENT;
      case 'D', 'L' -> Ending.CUT;
      default -> Ending.NO_ANSWER;
    };
  }

  private static MalformedException malformed(String reason) {
    return new MalformedException(reason);
  }
}
