// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.Deadline;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.Verdict;
import io.switchgear.pipeline.PipelineConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline around an HTTP client sees of a response, whatever the client: its status and
 * headers, and what they, the beginning of the body and the body's end say.
 *
 * <pre>{@code
 * PipelineConfig<HttpResult> policies =
 *     Pipeline.<HttpResult>named("erp").retry(exponential(ofMillis(200))).bulkhead(16);
 * }</pre>
 *
 * <p>An adapter of a client library extends it: it hands each piece of the body to {@link #scan} on
 * its way to the caller, and says how the body ended. Where the verdict may depend on the body, the
 * answer {@linkplain #hasBegun has begun} only when enough of it is there: the first event of a
 * stream, 64 KiB of any other, or its end. Until then another attempt may take its place without
 * anybody having seen a byte.
 *
 * <p><b>Thread safety:</b> the methods for adapters that look at the body are for one thread at a
 * time; all others are safe. <b>Blocking:</b> never; keeps at most 64 KiB.
 */
public abstract class HttpResult implements OngoingResult {
  private final HttpVerdicts verdicts;
  private final ResponseHead head;
  private final CompletableFuture<Assessment> ended = new CompletableFuture<>();

  /** Looks at the answer if it is a stream of events. */
  private final @Nullable EventWatch events;

  /** The beginning of the body, as long as the reading may depend on it. */
  private @Nullable ByteArrayOutputStream beginning;

  private long scannedBytes;
  private volatile HttpReading reading;
  private volatile boolean begun;

  /**
   * A result whose head is there.
   *
   * @param verdicts reads it
   * @param head its status and headers
   */
  protected HttpResult(HttpVerdicts verdicts, ResponseHead head) {
    this.verdicts = verdicts;
    this.head = head;
    this.reading = verdicts.read(head);
    boolean succeeded = reading.assessment().verdict() == Verdict.SUCCESS;
    boolean legible = head.header("Content-Encoding").map("identity"::equals).orElse(true);
    boolean stream = succeeded && verdicts.knowsStreamEnd() && isStream(head);
    this.events = legible && stream ? new EventWatch(verdicts) : null;
    // A short answer that another attempt will replace is read whole: its connection stays usable.
    boolean kept = legible && !stream && (!succeeded || verdicts.looksAtBody(head));
    this.beginning = kept ? new ByteArrayOutputStream() : null;
    this.begun = events == null && !kept;
  }

  private static boolean isStream(ResponseHead head) {
    return head.header("Content-Type")
        .map(type -> type.strip().toLowerCase(Locale.ROOT).startsWith("text/event-stream"))
        .orElse(false);
  }

  /**
   * Policies that fit an HTTP client: they read its results by rules of HTTP, and leave the limits
   * in time to it.
   *
   * @param policies the policies, without verdicts
   * @param verdicts the rules
   * @return the policies with these rules
   * @throws IllegalArgumentException when the policies have a fallback or a cache, which can't
   *     answer with a response
   */
  public static PipelineConfig<HttpResult> policies(
      PipelineConfig<HttpResult> policies, HttpVerdicts verdicts) {
    if (policies.answersOtherwise()) {
      throw new IllegalArgumentException(
          policies.name()
              + ": a fallback or a cache has no response to give; put a pipeline that has it around"
              + " the client's calls");
    }
    return policies
        .callsKeepDeadline()
        .verdicts(
            (result, error) -> result == null ? assess(error, verdicts) : result.assessment());
  }

  private static Assessment assess(@Nullable Throwable error, HttpVerdicts verdicts) {
    return error instanceof AttemptFailure failure
        ? failure.assessment()
        : verdicts.assess(null, error);
  }

  /**
   * The status and the headers.
   *
   * @return a view of them
   */
  public final ResponseHead head() {
    return head;
  }

  /**
   * What it says of the dependency as far as it is known: at first its head alone, when it {@link
   * #ended} the whole.
   *
   * @return the reading
   */
  public final HttpReading reading() {
    return reading;
  }

  final Assessment assessment() {
    return reading.forRequests();
  }

  @Override
  public final CompletionStage<Assessment> ended() {
    return ended;
  }

  /**
   * Whether enough is known for the answer to be passed on.
   *
   * @return false as long as more of the body has to be {@linkplain #scan scanned} before
   */
  protected final boolean hasBegun() {
    return begun;
  }

  /**
   * Whether pieces of the body have to be scanned: one that isn't needn't be copied.
   *
   * @return whether {@link #scan} would look at more
   */
  protected final boolean looksAtMore() {
    return events != null || !begun;
  }

  /**
   * Whether it is a stream of events of which no content has come yet, so that the time to its
   * first byte goes on.
   *
   * @return whether it is
   */
  protected final boolean awaitsContent() {
    return events != null && !begun;
  }

  /**
   * The body of a blocking client as its caller is to read it: each piece is scanned on the way,
   * and how the body ends is told. What has to be known before the answer has begun is read now.
   *
   * @param body the body
   * @param until until when it must be complete; looked at before each read, which the client's own
   *     limits must bound
   * @return the body, from its first byte
   * @throws IOException when the body breaks off before the answer has begun
   */
  protected final InputStream watch(InputStream body, Deadline until) throws IOException {
    return new WatchedStream(body, this, until).begun();
  }

  /**
   * Looks at the next piece of the body.
   *
   * @param piece the bytes, which stay as they are
   * @return whether it had content; false for what only keeps a connection alive
   */
  protected final boolean scan(byte[] piece) {
    scannedBytes += piece.length;
    boolean enough = scannedBytes > ResponseSample.MAX_BYTES;
    EventWatch watch = events;
    if (watch != null) {
      boolean moved = watch.scan(piece);
      if (!begun && (watch.hasBegun() || enough)) {
        watch.error().ifPresent(error -> reading = error);
        begun = true;
      }
      return moved;
    }
    ByteArrayOutputStream kept = beginning;
    if (kept != null) {
      int room = ResponseSample.MAX_BYTES - kept.size();
      kept.write(piece, 0, Math.min(piece.length, room));
      if (enough) {
        read(kept, true);
      }
    }
    return piece.length > 0;
  }

  private void read(ByteArrayOutputStream kept, boolean truncated) {
    beginning = null;
    reading = verdicts.read(ResponseSample.of(head, kept.toByteArray(), truncated));
    begun = true;
  }

  /** The body is over, as it should be. Tells the policies what the whole said. */
  protected final void complete() {
    ByteArrayOutputStream kept = beginning;
    EventWatch watch = events;
    if (kept != null) {
      read(kept, false);
    }
    if (watch != null) {
      watch.end();
      watch.error().ifPresent(error -> reading = error);
      reading = watch.isCut() ? verdicts.read(TransportError.STREAM_CUT) : reading;
      begun = true;
    }
    ended.complete(assessment());
  }

  /**
   * The rest of the body won't come.
   *
   * @param error why: a broken connection, a limit in time
   */
  protected final void fail(IOException error) {
    if (!ended.isDone() && reading.assessment().verdict() == Verdict.SUCCESS) {
      reading = verdicts.read(error);
    }
    ended.complete(assessment());
  }

  /**
   * Whether the caller has given the call up, so that an error that comes then is of its own
   * making. To be overridden where the client knows.
   *
   * @return false
   */
  protected boolean isGivenUp() {
    return false;
  }

  /** The caller leaves a body that was coming as it should: what it said so far counts. */
  protected final void leave() {
    ended.complete(assessment());
  }

  /** Nobody wants the rest of the body, which says nothing of the dependency. */
  protected final void abandon() {
    ended.complete(Assessment.of(Verdict.IGNORED));
  }

  @Override
  public String toString() {
    return head.status() + ", " + reading;
  }
}
