// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import io.switchgear.lab.log.LoggedCall.Ending;
import io.switchgear.lab.log.LoggedCall.Request;
import io.switchgear.lab.log.LoggedCall.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reads access logs of one form. Where the form tells of upstreams, each upstream that was tried is
 * a call, and a request for which none was tried is no call.
 */
final class AccessParser implements CallParser.LineParser {
  private static final String NONE = "-";

  /** nginx says so of a client that went away. */
  private static final int CLIENT_CLOSED = 499;

  private final AccessPattern pattern;
  private final Dates dates;
  private final Stamp stamp;
  private final String[] values;

  private final int timeLocal;
  private final int timeIso;
  private final int msec;
  private final int status;
  private final int request;
  private final int method;
  private final int path;
  private final int host;
  private final int requestTime;
  private final int requestMicros;
  private final int upstreamAddress;
  private final int upstreamName;
  private final int upstreamTime;
  private final int upstreamStatus;

  AccessParser(AccessPattern pattern, LogOptions options) {
    this.pattern = pattern;
    this.dates = new Dates(options.zone());
    this.stamp = options.stamp().orElse(Stamp.END);
    this.values = new String[pattern.variables().size()];
    this.timeLocal = index("time_local");
    this.timeIso = index("time_iso8601");
    this.msec = index("msec");
    this.status = index("status");
    this.request = index("request");
    this.method = index("request_method");
    this.path = Math.max(index("request_uri"), index("uri"));
    this.host = Math.max(index("host"), index("server_name"));
    this.requestTime = index("request_time");
    this.requestMicros = index(AccessPattern.REQUEST_MICROS);
    this.upstreamAddress = index("upstream_addr");
    this.upstreamName = index("proxy_upstream_name");
    this.upstreamTime = index("upstream_response_time");
    this.upstreamStatus = index("upstream_status");
  }

  private int index(String variable) {
    return pattern.variables().indexOf(variable);
  }

  @Override
  public void parse(String line, Sink sink) throws MalformedException {
    if (!pattern.match(line, values)) {
      throw new MalformedException("the line doesn't have the form of the others");
    }
    long stampNanos = stampNanos();
    int answered = status < 0 ? 0 : checkedStatus(values[status]);
    if (upstreamTime >= 0 || upstreamStatus >= 0 || upstreamAddress >= 0) {
      upstreams(stampNanos, answered, sink);
    } else {
      long durationNanos = durationNanos();
      long start = stamp.startNanos(stampNanos, durationNanos);
      sink.call(new LoggedCall(start, durationNanos, request(value(host)), result(answered)));
    }
  }

  private long stampNanos() throws MalformedException {
    if (msec >= 0) {
      return Numbers.epochNanos(values[msec], TimeUnit.SECONDS);
    }
    return timeIso >= 0 ? dates.anyNanos(values[timeIso]) : dates.accessNanos(values[timeLocal]);
  }

  private static int checkedStatus(String text) throws MalformedException {
    int status = Numbers.status(text);
    if (status == 0 && !text.equals(NONE) && !text.equals("000")) {
      throw new MalformedException("a status isn't one");
    }
    return status;
  }

  private long durationNanos() throws MalformedException {
    if (requestMicros >= 0) {
      if (values[requestMicros].indexOf('.') >= 0) {
        throw new MalformedException("microseconds with a point");
      }
      return Numbers.durationNanos(values[requestMicros], TimeUnit.MICROSECONDS);
    }
    return requestTime < 0 || values[requestTime].equals(NONE)
        ? LoggedCall.UNKNOWN
        : Numbers.secondsToNanos(values[requestTime]);
  }

  private static Result result(int status) {
    if (status == CLIENT_CLOSED) {
      return Result.without(Ending.CANCELED, "client closed the request");
    }
    return status == 0 ? Result.without(Ending.NO_ANSWER, "") : Result.answered(status);
  }

  private String value(int index) {
    return index < 0 || values[index].equals(NONE) ? "" : values[index];
  }

  private Request request(String target) {
    RequestLine line = RequestLine.of(value(request));
    return new Request(
        target,
        method < 0 ? line.method() : value(method),
        path < 0 ? line.path() : value(path),
        "");
  }

  private void upstreams(long stampNanos, int answered, Sink sink) throws MalformedException {
    List<String> addresses = list(upstreamAddress);
    List<String> times = list(upstreamTime);
    List<String> statuses = list(upstreamStatus);
    int tries = Math.max(addresses.size(), Math.max(times.size(), statuses.size()));
    boolean none = isNone(times) && isNone(statuses) && isNone(addresses);
    if (none || tries == 0) {
      sink.noCall();
      return;
    }
    long[] durations = new long[tries];
    long together = 0;
    for (int i = 0; i < tries; i++) {
      durations[i] = i < times.size() ? timeOf(times.get(i)) : LoggedCall.UNKNOWN;
      together = Numbers.sum(together, Math.max(0, durations[i]));
    }
    if (tries == 1 && times.isEmpty()) {
      durations[0] = durationNanos();
      together = Math.max(0, durations[0]);
    }
    long start = stamp.startNanos(stampNanos, together);
    for (int i = 0; i < tries; i++) {
      String address = i < addresses.size() ? addresses.get(i) : "";
      Result result = attempt(i, tries, answered, statuses);
      sink.call(new LoggedCall(start, durations[i], request(target(address)), result));
      start += Math.max(0, durations[i]);
    }
  }

  private String target(String address) {
    if (!value(upstreamName).isEmpty()) {
      return value(upstreamName);
    }
    return address.isEmpty() || address.equals(NONE) ? value(host) : address;
  }

  /** A status that the form doesn't tell is that of the answer for the last, and none before. */
  private Result attempt(int index, int tries, int answered, List<String> statuses)
      throws MalformedException {
    if (index < statuses.size()) {
      int status = checkedStatus(statuses.get(index));
      boolean gone = status == 0 && answered == CLIENT_CLOSED && index == tries - 1;
      return result(gone ? CLIENT_CLOSED : status);
    }
    return result(index == tries - 1 ? answered : 0);
  }

  private static long timeOf(String text) throws MalformedException {
    return text.equals(NONE) || text.isEmpty() ? LoggedCall.UNKNOWN : Numbers.secondsToNanos(text);
  }

  private static boolean isNone(List<String> list) {
    return list.stream().allMatch(item -> item.equals(NONE) || item.isEmpty());
  }

  /** {@code a, b : c} has three items. */
  private List<String> list(int index) {
    if (index < 0) {
      return List.of();
    }
    List<String> items = new ArrayList<>();
    String text = values[index];
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      boolean colon = text.startsWith(" : ", i);
      if (colon || text.charAt(i) == ',') {
        items.add(text.substring(begin, i).strip());
        begin = i + (colon ? 3 : 1);
      }
    }
    items.add(text.substring(Math.min(begin, text.length())).strip());
    return items;
  }
}
