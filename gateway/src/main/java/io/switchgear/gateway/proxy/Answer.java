// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.Assessment;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.upstream.UpstreamHead;
import io.switchgear.http.EventWatch;
import io.switchgear.http.HttpReading;
import io.switchgear.http.ResponseSample;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A dependency's answer: there when its head is, over when its body is.
 *
 * <p>The beginning of the body is read first where the verdict may depend on it. It is also read
 * where another attempt may follow one that failed: most answers of that kind are short, and one
 * that is complete holds no connection while the next attempt is made. A stream of events has begun
 * when its content has: until then another attempt may take its place, and nothing that only keeps
 * the connection alive counts as the first byte.
 *
 * <p><b>Thread safety:</b> none; on the event loop of the data plane.
 */
final class Answer implements OngoingResult {
  private final HttpClientResponse head;
  private final Readings readings;
  private final Owner owner;
  private final CompletableFuture<Assessment> ended = new CompletableFuture<>();
  private Assessment assessment;
  private @Nullable BodyPump pump;
  private @Nullable AnswerReceiver receiver;
  private @Nullable CallError broken;

  /** The beginning of the body, if it was read before the answer is passed on. */
  private @Nullable Buffer beginning;

  /** Looks at the answer if it is a stream of events. */
  private @Nullable EventWatch events;

  private boolean passingBeginning;
  private boolean begun;
  private boolean complete;
  private boolean held;
  private boolean stopped;

  Answer(HttpClientResponse head, Readings readings, Owner owner) {
    this.head = head;
    this.readings = readings;
    this.owner = owner;
    this.assessment = readings.read(new UpstreamHead(head));
  }

  /**
   * Finds out what the answer says; the owner is told when it has begun.
   *
   * @param mayFollow whether another attempt may follow if it isn't a success
   */
  void begin(boolean mayFollow) {
    boolean succeeded = assessment.verdict() == Verdict.SUCCESS;
    if (succeeded && readings.verdicts().knowsStreamEnd() && StreamEvents.isStream(head)) {
      awaitContent();
      return;
    }
    owner.contentBegan();
    boolean mayBeReplaced = !succeeded && mayFollow;
    if (mayBeReplaced || readings.verdicts().looksAtBody(new UpstreamHead(head))) {
      readBeginning();
    } else {
      begun();
    }
  }

  private void awaitContent() {
    EventWatch watch = new EventWatch(readings.verdicts());
    events = watch;
    Buffer pieces = Buffer.buffer();
    beginning = pieces;
    head.handler(
        piece -> {
          pieces.appendBuffer(piece);
          watch.scan(piece.getBytes());
          if (watch.hasBegun() || pieces.length() > ResponseSample.MAX_BYTES) {
            contentBegan(watch);
          }
        });
    head.endHandler(
        nothing -> {
          if (!begun && !stopped) {
            Buffer addition = endOfStream();
            whole(addition == null ? pieces : pieces.appendBuffer(addition));
          }
        });
  }

  private void contentBegan(EventWatch watch) {
    if (begun || stopped) {
      return;
    }
    HttpReading error = watch.error().orElse(null);
    assessment = error == null ? assessment : error.forRequests();
    owner.contentBegan();
    hold();
    begun();
  }

  private void readBeginning() {
    Buffer pieces = Buffer.buffer();
    beginning = pieces;
    head.handler(
        piece -> {
          owner.moved();
          pieces.appendBuffer(piece);
          if (pieces.length() > ResponseSample.MAX_BYTES && !begun && !stopped) {
            hold();
            readWith(pieces.slice(0, ResponseSample.MAX_BYTES), true);
            begun();
          }
        });
    head.endHandler(
        nothing -> {
          if (!begun && !stopped) {
            readWith(pieces, false);
            whole(pieces);
          }
        });
  }

  private void readWith(Buffer body, boolean truncated) {
    assessment =
        readings.read(ResponseSample.of(new UpstreamHead(head), body.getBytes(), truncated));
  }

  private void whole(Buffer body) {
    beginning = body;
    complete = true;
    owner.bodyOver();
    ended.complete(assessment);
    begun = true;
    owner.begun(this);
  }

  /** The answer is there; whoever gets it takes its body now or later. */
  private void begun() {
    begun = true;
    owner.begun(this);
    if (pump == null && !held && !stopped) {
      hold();
    }
  }

  private void hold() {
    held = true;
    head.pause();
  }

  /** Its status and headers. */
  HttpClientResponse head() {
    return head;
  }

  /** Whether its connection can be used again. */
  boolean keepsAlive() {
    return AnswerHead.keepsAlive(head);
  }

  /** Whether it is a stream of events that is watched, and that takes one more of ours. */
  boolean takesEvent() {
    return events != null && StreamEvents.hasRoom(head);
  }

  /** What it says about the dependency, so far. */
  Assessment assessment() {
    return assessment;
  }

  /** Whether the client is the one that everybody waits for. */
  boolean isBlocked() {
    return pump != null && pump.isBlocked();
  }

  /** It isn't complete yet; to be called now and then. */
  void beat() {
    if (receiver != null) {
      receiver.stillAnswering();
    }
  }

  @Override
  public CompletionStage<Assessment> ended() {
    return ended;
  }

  @Override
  public void discard() {
    owner.giveUp();
  }

  /** Passes the body on; the sink's head must be set. */
  void passBody(HttpServerResponse sink, AnswerReceiver to) {
    receiver = to;
    if (complete) {
      sink.end(Objects.requireNonNull(beginning));
      to.completed();
      return;
    }
    if (broken != null) {
      to.failed(broken);
      return;
    }
    BodyPump passing =
        new BodyPump(
            head, sink, BodyLength.ofResponse(head.headers()), owner.context(), pumpEvents());
    pump = passing;
    Buffer first = beginning;
    beginning = null;
    passingBeginning = true;
    passing.start(first);
    passingBeginning = false;
    if (held) {
      held = false;
      head.resume();
    }
  }

  private BodyPump.Events pumpEvents() {
    return new BodyPump.Events() {
      @Override
      public void took(Buffer piece) {
        // The beginning was looked at when it came.
        if (events == null || passingBeginning || events.scan(piece.getBytes())) {
          owner.moved();
        }
      }

      @Override
      public void drained() {
        owner.moved();
      }

      @Override
      public @Nullable Buffer addition() {
        return endOfStream();
      }

      @Override
      public void ended() {
        owner.bodyOver();
        ended.complete(assessment);
        if (receiver != null) {
          receiver.completed();
        }
      }
    };
  }

  /** The stream's bytes are over: what its events have said, and what the client has to know. */
  private @Nullable Buffer endOfStream() {
    EventWatch watch = events;
    if (watch == null) {
      return null;
    }
    watch.end();
    HttpReading error = watch.error().orElse(null);
    if (error != null) {
      assessment = error.forRequests();
      return null;
    }
    if (!watch.isCut()) {
      return null;
    }
    assessment = readings.read(CallError.CONNECTION_LOST, new IOException("the stream has no end"));
    return takesEvent() ? StreamEvents.error(CallError.CONNECTION_LOST) : null;
  }

  /** The rest of the body won't come. */
  void fail(CallError kind, Assessment said) {
    broken = kind;
    stop(said);
    if (receiver != null) {
      receiver.failed(kind);
    }
  }

  /** Nothing of the body is wanted any more. */
  void stop(Assessment said) {
    stopped = true;
    if (pump != null) {
      pump.stop();
    }
    ended.complete(said);
  }

  /** Who has the connection on which the answer comes. */
  interface Owner {
    /** The event loop. */
    Context context();

    /** The first byte that counts is there. */
    void contentBegan();

    /** Something moved. */
    void moved();

    /**
     * The answer can be had.
     *
     * @param answer the answer
     */
    void begun(Answer answer);

    /** The body is over, before anybody learns of it. */
    void bodyOver();

    /** Nobody wants the answer. */
    void giveUp();
  }
}
