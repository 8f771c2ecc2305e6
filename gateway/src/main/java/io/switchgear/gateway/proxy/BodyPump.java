// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import org.jspecify.annotations.Nullable;

/**
 * Moves a body from one side to the other, never faster than the slower side, and never holding
 * more than a write queue of it.
 *
 * <p>The last piece goes out together with the end, since a second write costs a second system
 * call. Where the length is known the last piece is known too; where it isn't, each piece waits for
 * the end until the event loop has done what is at hand, and no longer.
 */
final class BodyPump {
  private final ReadStream<Buffer> source;
  private final WriteStream<Buffer> sink;
  private final long length;
  private final Context context;
  private final Events events;
  private long received;
  private @Nullable Buffer held;
  private boolean flushComing;
  private boolean blocked;
  private boolean stopped;

  BodyPump(
      ReadStream<Buffer> source,
      WriteStream<Buffer> sink,
      long length,
      Context context,
      Events events) {
    this.source = source;
    this.sink = sink;
    this.length = length;
    this.context = context;
    this.events = events;
  }

  /**
   * Starts.
   *
   * @param beginning what was read of the body before; null when nothing was
   */
  void start(@Nullable Buffer beginning) {
    source.handler(this::take);
    source.endHandler(nothing -> end());
    sink.drainHandler(nothing -> drained());
    if (beginning != null && beginning.length() > 0) {
      take(beginning);
    }
  }

  /** Moves nothing any more; what the source still sends is dropped. */
  void stop() {
    stopped = true;
    held = null;
    if (blocked) {
      blocked = false;
      source.resume();
    }
  }

  /** Whether the other side is the one that everybody waits for. */
  boolean isBlocked() {
    return blocked;
  }

  private void take(Buffer piece) {
    if (stopped) {
      return;
    }
    events.took(piece);
    if (stopped) {
      return;
    }
    received += piece.length();
    writeHeld();
    if (received == length) {
      held = piece;
    } else if (length == BodyLength.UNKNOWN) {
      held = piece;
      flushSoon();
    } else {
      write(piece);
    }
  }

  private void flushSoon() {
    if (!flushComing) {
      flushComing = true;
      context.runOnContext(
          nothing -> {
            flushComing = false;
            if (!stopped) {
              writeHeld();
            }
          });
    }
  }

  private void writeHeld() {
    Buffer piece = held;
    if (piece != null) {
      held = null;
      write(piece);
    }
  }

  private void write(Buffer piece) {
    sink.write(piece);
    if (!blocked && sink.writeQueueFull()) {
      blocked = true;
      source.pause();
    }
  }

  private void drained() {
    if (blocked) {
      blocked = false;
      events.drained();
      source.resume();
    }
  }

  private void end() {
    if (stopped) {
      return;
    }
    stopped = true;
    Buffer last = withAddition(held, events.addition());
    held = null;
    if (last == null) {
      sink.end();
    } else {
      sink.end(last);
    }
    events.ended();
  }

  private static @Nullable Buffer withAddition(@Nullable Buffer last, @Nullable Buffer addition) {
    if (last == null || addition == null) {
      return last == null ? addition : last;
    }
    return Buffer.buffer().appendBuffer(last).appendBuffer(addition);
  }

  /** What the owner of the pump wants to know. */
  interface Events {
    /**
     * A piece came.
     *
     * @param piece the piece, which goes on by itself
     */
    void took(Buffer piece);

    /** The sink takes more again. */
    void drained();

    /** What follows the last piece; null for nothing. */
    default @Nullable Buffer addition() {
      return null;
    }

    /** The whole body was handed to the sink. */
    void ended();
  }
}
