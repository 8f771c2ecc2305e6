// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.gateway.dependency.Dependency;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * The body of a client's request. One that is short is read before a call is made, so that a client
 * that sends slowly holds neither a place in the bulkhead nor a connection, and so that the call
 * can be made again. Of a longer one the beginning is kept until the first attempt takes it.
 *
 * <p><b>Thread safety:</b> none; on the event loop of the data plane.
 */
final class Upload {
  private final HttpServerRequest client;
  private final int keep;

  /** Whether the call can't be made as it is to be before the beginning is read. */
  private final boolean needed;

  private long length;
  private @Nullable Buffer read;
  private boolean whole;
  private boolean taken;
  private boolean waiting;
  private boolean told;
  private long maxBytes = Long.MAX_VALUE;
  private long received;

  private Upload(HttpServerRequest client, long length, int keep, boolean needed) {
    this.client = client;
    this.keep = keep;
    this.needed = needed;
    this.length = length;
  }

  /**
   * The body of a request whose handler runs now.
   *
   * @param client the request
   * @param dependency whom it is for, which says how long it may be and how much of it is kept
   */
  static Upload of(HttpServerRequest client, Dependency dependency) {
    long length = BodyLength.ofRequest(client);
    int look = dependency.keyBodyBytes();
    int keep = Math.max(dependency.replayBodyBytes(), look);
    Upload upload = new Upload(client, length, keep, look > 0);
    upload.maxBytes = dependency.maxBodyBytes();
    upload.whole = length == 0;
    if (length != 0) {
      client.pause();
    }
    return upload;
  }

  /**
   * Reads the beginning; completes when the whole body is there, or as much as is kept; fails when
   * it is too long.
   */
  Future<Void> readBeginning() {
    boolean awaited = expectsContinue(client);
    if (whole || length > keep || (awaited && !needed)) {
      return Future.succeededFuture();
    }
    if (awaited) {
      letCome();
    }
    Promise<Void> enough = Promise.promise();
    Buffer pieces = Buffer.buffer();
    read = pieces;
    waiting = true;
    client.handler(
        piece -> {
          pieces.appendBuffer(piece);
          if (isTooLong(piece) && waiting) {
            client.pause();
            waiting = false;
            enough.fail("too long");
          } else if (pieces.length() > keep && waiting) {
            client.pause();
            waiting = false;
            enough.complete();
          }
        });
    client.endHandler(
        nothing -> {
          whole = true;
          if (pieces.length() == 0 && client.version() == HttpVersion.HTTP_2) {
            // Only its end shows that such a request has no body.
            length = 0;
          }
          if (waiting) {
            waiting = false;
            enough.complete();
          }
        });
    client.resume();
    return enough.future();
  }

  /**
   * Counts a piece that came.
   *
   * @return whether the body is longer than it may be
   */
  boolean isTooLong(Buffer piece) {
    received += piece.length();
    return received > maxBytes;
  }

  /** Whether the request's headers say that it is longer than it may be. */
  boolean isTooLong() {
    return length > maxBytes;
  }

  /** The same with another body, which is whole. */
  Upload with(Buffer body) {
    Upload changed = new Upload(client, length, keep, needed);
    changed.read = body;
    changed.whole = true;
    return changed;
  }

  /** Whether there is no body. */
  boolean isEmpty() {
    return length == 0;
  }

  /** The length as the request's headers say it. */
  long length() {
    return length;
  }

  /** Whether an attempt finds the body as it was. */
  boolean canBeSent() {
    return whole || !taken;
  }

  /** Whether any number of attempts can send it. */
  boolean isKept() {
    return whole;
  }

  /** The whole body; null when it must be streamed. */
  @Nullable Buffer whole() {
    return whole ? read : null;
  }

  /** The beginning of a body that is streamed; given to one attempt alone. */
  @Nullable Buffer takeBeginning() {
    taken = true;
    Buffer beginning = read;
    read = null;
    // It is counted with the rest.
    received = 0;
    return beginning;
  }

  /** Tells a client that waits for word to send its body. */
  void letCome() {
    if (!told && expectsContinue(client)) {
      client.response().writeContinue();
    }
    told = true;
  }

  /** The part of the body that the client has yet to send. */
  HttpServerRequest rest() {
    return client;
  }

  /** Whether the client waits for word before it sends its body. */
  static boolean expectsContinue(HttpServerRequest request) {
    return request.version() != HttpVersion.HTTP_1_0
        && request.headers().contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true);
  }
}
