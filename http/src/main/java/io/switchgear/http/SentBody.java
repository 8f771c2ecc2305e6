// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, watched while one attempt sends it: whether any of it was asked for,
 * whether it still moves, and whether it was the caller's own publisher that failed.
 */
final class SentBody implements BodyPublisher {
  private final BodyPublisher body;
  private final Runnable moved;

  /** How many pieces the client has asked for and not got; zero when there are no more. */
  private final AtomicLong wanted = new AtomicLong();

  private volatile boolean begun;
  private volatile @Nullable Throwable error;

  SentBody(BodyPublisher body, Runnable moved) {
    this.body = body;
    this.moved = moved;
  }

  /**
   * Whether a body is the same when it is sent again. One whose length is known is: the client
   * refuses to send more or less than that. One whose length isn't may come from a stream that was
   * read already, and nobody would notice that the rest of it is missing.
   */
  static boolean isRepeatable(@Nullable BodyPublisher body) {
    return body == null || body.contentLength() >= 0;
  }

  /** Whether the other side may have seen some of it. */
  boolean isBegun() {
    return begun;
  }

  /** Whether everybody waits for the caller's publisher to give more. */
  boolean isAwaited() {
    return wanted.get() > 0;
  }

  /** What the caller's publisher failed with; null if it didn't. */
  @Nullable Throwable error() {
    return error;
  }

  private static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  @Override
  public long contentLength() {
    return body.contentLength();
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> client) {
    begun = true;
    moved.run();
    try {
      body.subscribe(new Watched(client));
    } catch (RuntimeException | Error e) {
      error = e;
      throw e;
    }
  }

  /** Passes everything on. */
  private final class Watched implements Subscriber<ByteBuffer> {
    private final Subscriber<? super ByteBuffer> client;
    private long sentBytes;

    Watched(Subscriber<? super ByteBuffer> client) {
      this.client = client;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      client.onSubscribe(
          new Subscription() {
            @Override
            public void request(long more) {
              wanted.accumulateAndGet(more, SentBody::sum);
              subscription.request(more);
            }

            @Override
            public void cancel() {
              subscription.cancel();
            }
          });
    }

    @Override
    public void onNext(ByteBuffer piece) {
      sentBytes += piece.remaining();
      wanted.decrementAndGet();
      moved.run();
      client.onNext(piece);
    }

    @Override
    public void onError(Throwable failure) {
      error = failure;
      wanted.set(0);
      client.onError(failure);
    }

    @Override
    public void onComplete() {
      long length = contentLength();
      if (length >= 0 && sentBytes < length) {
        onError(
            new IOException("the request's body has " + sentBytes + " bytes instead of " + length));
        return;
      }
      wanted.set(0);
      moved.run();
      client.onComplete();
    }
  }
}
