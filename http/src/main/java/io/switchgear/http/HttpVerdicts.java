// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.ratelimit.ProviderQuota;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads finished HTTP calls by the rules of a {@link HttpProfile}.
 *
 * <pre>{@code
 * CircuitBreaker.named("erp").verdicts(HttpVerdicts.profile("http")).build();
 * }</pre>
 *
 * <p>The first row of the profile that matches decides. What none is for, and all in profile {@code
 * http}, which has rows for the ends of connections only, has the meaning of plain HTTP:
 *
 * <ul>
 *   <li>1xx, 2xx and 3xx are a success;
 *   <li>429 is throttled;
 *   <li>any other 4xx is ignored: the caller's error;
 *   <li>5xx, and a status that HTTP doesn't have, is a failure;
 *   <li>an error that was kept from an earlier call ({@code Idempotent-Replayed: true}) is ignored,
 *       whatever the profile says.
 * </ul>
 *
 * <p>{@code x-should-retry} and {@code Stripe-Should-Retry} have the last word on whether a call
 * may be made again, but for a hold.
 *
 * <p>A throttled or failed response keeps the time that the dependency asks to wait: the header
 * {@code retry-after-ms}, else {@code Retry-After} in seconds, decimals included, or as an
 * HTTP-date, and what the row adds. A date is counted from the response's own {@code Date}, so that
 * a clock that is off changes nothing. A time that makes no sense (zero, negative, past, over 366
 * days, garbage) counts as not named. A throttled call that asks for more than {@link #inLineCap}
 * is a hold, with the full time.
 *
 * <p>A call that threw is a failure of the dependency (a timeout, a connection that broke or was
 * never made), except what {@link Verdicts#standard()} ignores, such as a cancellation, and a
 * connection closed by the caller's interrupt.
 *
 * <p><b>Thread safety:</b> immutable. <b>Blocking:</b> never blocks; reads a success without
 * allocation unless the profile looks at the bodies of such answers.
 */
public final class HttpVerdicts implements Verdicts<@Nullable Object> {
  private static final Duration DEFAULT_IN_LINE_CAP = Duration.ofSeconds(30);
  private static final Duration SHORTEST_CAP = Duration.ofMillis(1);

  private final HttpProfile profile;
  private final WaitReader waits;

  private HttpVerdicts(HttpProfile profile, WaitReader waits) {
    this.profile = profile;
    this.waits = waits;
  }

  /**
   * The rules of a profile that comes with the library.
   *
   * @param name one of {@link #profileNames()}
   * @return its rules, with the system's time
   * @throws IllegalArgumentException when there is no such profile; the message lists those that
   *     there are
   */
  public static HttpVerdicts profile(String name) {
    return of(HttpProfile.builtIn(name));
  }

  /**
   * The rules of a profile.
   *
   * @param profile the profile
   * @return its rules, with the system's time
   */
  public static HttpVerdicts of(HttpProfile profile) {
    return new HttpVerdicts(
        profile, new WaitReader(RetryAfterReader.STANDARD, DEFAULT_IN_LINE_CAP));
  }

  /**
   * The names of all profiles that come with the library.
   *
   * @return the names, sorted; unmodifiable
   */
  public static Set<String> profileNames() {
    return HttpProfile.builtInNames();
  }

  /**
   * The profile.
   *
   * @return the profile
   */
  public HttpProfile profile() {
    return profile;
  }

  /**
   * The longest wait that a failed response is believed; a longer one is cut to it. The wait of a
   * throttled response is never cut. Default: 24 h.
   *
   * @param max 1 ms to 366 days
   * @return a copy with this bound
   * @throws IllegalArgumentException when out of range
   */
  public HttpVerdicts maxRetryAfter(Duration max) {
    return new HttpVerdicts(
        profile, new WaitReader(waits.standard().atMost(max), waits.inLineCap()));
  }

  /**
   * The longest wait for which a throttled response is still a matter of pace; one that names a
   * longer one is a hold. Default: 30 s.
   *
   * @param cap 1 ms to 366 days
   * @return a copy with this cap
   * @throws IllegalArgumentException when out of range
   */
  public HttpVerdicts inLineCap(Duration cap) {
    if (cap.compareTo(SHORTEST_CAP) < 0 || cap.compareTo(WaitText.LONGEST) > 0) {
      throw new IllegalArgumentException("cap must be from 1 ms to 366 days, but is " + cap);
    }
    return new HttpVerdicts(profile, new WaitReader(waits.standard(), cap));
  }

  /**
   * Where time comes from; needed for a point in time in a response without a {@code Date}.
   * Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public HttpVerdicts time(TimeSource time) {
    return new HttpVerdicts(
        profile, new WaitReader(waits.standard().time(time), waits.inLineCap()));
  }

  /**
   * Whether the reading of a response may depend on its body, so that a {@link ResponseSample} is
   * worth its memory. Never for a stream of events, which {@link #readEvent} reads, nor for
   * pictures and other bytes.
   *
   * @param head the response's head
   * @return whether to keep the beginning of its body
   */
  public boolean looksAtBody(ResponseHead head) {
    return profile.table().looksAtBody(head.status())
        && head.header("Content-Type").map(HttpVerdicts::isText).orElse(true);
  }

  private static boolean isText(String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT);
    boolean text = type.startsWith("text/") && !type.startsWith("text/event-stream");
    return text || type.contains("json") || type.contains("xml");
  }

  /**
   * What a response's headers say about the number of calls that the dependency takes: {@code
   * RateLimit} and {@code RateLimit-Policy} of the IETF's draft and its older forms, {@code
   * X-RateLimit-Limit}, {@code -Remaining}, {@code -Reset} and variants of these, with resets as
   * seconds, points in time or durations. Of several policies the first counts, but for one that
   * has nothing left. Without a time of the reset, it is zero.
   *
   * @param head the response's head, whatever its status
   * @return the numbers, for {@link io.switchgear.ratelimit.AdaptivePacer#onQuota}; empty when the
   *     headers don't tell both the limit and what is left of it
   */
  public Optional<ProviderQuota> quota(ResponseHead head) {
    return QuotaReader.read(
        head, () -> new WaitText(waits.standard().clockOf(head), ZoneOffset.UTC));
  }

  /**
   * Reads a response.
   *
   * @param head its status and headers, with the beginning of its body when it is a {@link
   *     ResponseSample}
   * @return the reading
   */
  public HttpReading read(ResponseHead head) {
    int status = head.status();
    if (status >= 400 && PlainHttp.isReplay(head)) {
      return PlainHttp.REPLAY;
    }
    ResponseSample sample = head instanceof ResponseSample it ? it : null;
    BodyValues body = null;
    for (RowTable.Entry entry : profile.table().ofStatus(status)) {
      if (!entry.row().match().fits(head)) {
        continue;
      }
      if (entry.needsBody()) {
        if (sample == null) {
          continue;
        }
        body = body == null ? values(sample) : body;
        if (!entry.row().match().fits(body)) {
          continue;
        }
      }
      return finished(entry.reading(), head, body);
    }
    return finished(PlainHttp.of(status), head, body);
  }

  private BodyValues values(ResponseSample sample) {
    return profile.table().values(sample.text(), sample.isTruncated());
  }

  private HttpReading finished(HttpReading found, ResponseHead head, @Nullable BodyValues scanned) {
    if (found.isSuccess()) {
      return found;
    }
    BodyValues body = scanned;
    if (body == null) {
      body = head instanceof ResponseSample sample ? values(sample) : BodyValues.NONE;
    }
    Retryable wish = PlainHttp.wish(head);
    return waits.add(wish == null ? found : found.with(wish), head, body);
  }

  /**
   * Reads a call that ended without a whole response.
   *
   * @param error how it ended
   * @return the reading
   */
  public HttpReading read(TransportError error) {
    RowTable.Entry entry = profile.table().ofTransport(error);
    if (entry != null) {
      return waits.add(entry.reading(), EventHead.INSTANCE, BodyValues.NONE);
    }
    return error == TransportError.CANCELED ? PlainHttp.OURS : PlainHttp.NO_ANSWER;
  }

  /**
   * Reads a call that ended without a response.
   *
   * @param error what the client threw, with or without the wrappers of futures
   * @return the reading
   */
  public HttpReading read(Throwable error) {
    TransportError kind = TransportError.of(Verdicts.unwrap(error));
    return kind == null ? PlainHttp.OURS : read(kind);
  }

  /**
   * Reads an event of a stream under an answer that was a success so far.
   *
   * @param event the event's name; empty when it has none
   * @param data the event's data, of which the first 64 K characters are read
   * @return the reading of an event that says that the call failed or was throttled; empty for all
   *     others, such as content and comments
   */
  public Optional<HttpReading> readEvent(String event, String data) {
    String text = EventData.of(data);
    BodyValues values = null;
    for (RowTable.Entry entry : profile.table().ofEvents()) {
      RowMatch match = entry.row().match();
      if (!match.isForEvent(event) || !match.mayFit(text)) {
        continue;
      }
      values =
          values == null ? profile.table().values(text, text.length() < data.length()) : values;
      if (match.fits(values)) {
        return Optional.of(waits.add(entry.reading(), EventHead.INSTANCE, values));
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the profile knows how a stream of events shows that it is complete. If it does, one
   * that ends without that was {@linkplain TransportError#STREAM_CUT cut}.
   *
   * @return whether it has end markers
   */
  public boolean knowsStreamEnd() {
    return !profile.ends().isEmpty();
  }

  /**
   * Whether an event shows that its stream is complete.
   *
   * @param event the event's name; empty when it has none
   * @param data the event's data
   * @return whether it is an end marker
   */
  public boolean isStreamEnd(String event, String data) {
    String text = EventData.of(data);
    return profile.ends().stream().anyMatch(end -> end.is(event, text));
  }

  /**
   * Reads a response for those who don't know scopes: {@link HttpReading#forOthers()}.
   *
   * @param head its status and headers, as for {@link #read(ResponseHead)}
   * @return the reading
   */
  public Assessment assess(ResponseHead head) {
    return read(head).forOthers();
  }

  /**
   * Reads a call that ended without a response for those who don't know scopes.
   *
   * @param error what the client threw, with or without the wrappers of futures
   * @return the reading
   */
  public Assessment assess(Throwable error) {
    return read(error).forOthers();
  }

  /**
   * Reads a finished call: a {@link ResponseHead} or an {@link HttpResponse} by the rules of the
   * profile, with its body when that is text or bytes; an {@link HttpAnswer} as it was read by its
   * client; any other result, null included, is a success.
   */
  @Override
  public Assessment assess(@Nullable Object result, @Nullable Throwable error) {
    if (error != null) {
      return assess(error);
    }
    if (result instanceof ResponseHead head) {
      return assess(head);
    }
    if (result instanceof HttpAnswer<?> answer) {
      return answer.reading().forOthers();
    }
    if (result instanceof HttpResponse<?> response) {
      return assess(withBody(response));
    }
    return PlainHttp.SUCCESS.assessment();
  }

  private ResponseHead withBody(HttpResponse<?> response) {
    ResponseHead head = ResponseHead.of(response);
    if (!looksAtBody(head)) {
      return head;
    }
    if (response.body() instanceof byte[] bytes) {
      return ResponseSample.of(head, bytes, false);
    }
    return response.body() instanceof String text
        ? ResponseSample.of(head, text.getBytes(StandardCharsets.UTF_8), false)
        : head;
  }
}
