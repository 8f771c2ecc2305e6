// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

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
  private long length;
  private @Nullable Buffer read;
  private boolean whole;
  private boolean taken;
  private boolean waiting;

  private Upload(HttpServerRequest client, long length, int keep) {
    this.client = client;
    this.keep = keep;
    this.length = length;
  }

  /**
   * The body of a request whose handler runs now.
   *
   * @param client the request
   * @param keep how many bytes are kept at most
   */
  static Upload of(HttpServerRequest client, int keep) {
    long length = BodyLength.ofRequest(client);
    Upload upload = new Upload(client, length, keep);
    upload.whole = length == 0;
    if (length != 0) {
      client.pause();
    }
    return upload;
  }

  /** Reads the beginning; completes when the whole body is there, or as much as is kept. */
  Future<Void> readBeginning() {
    if (whole || length > keep || expectsContinue(client)) {
      return Future.succeededFuture();
    }
    Promise<Void> enough = Promise.promise();
    Buffer pieces = Buffer.buffer();
    read = pieces;
    waiting = true;
    client.handler(
        piece -> {
          pieces.appendBuffer(piece);
          if (pieces.length() > keep && waiting) {
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

  /** The same with another body, which is whole. */
  Upload with(Buffer body) {
    Upload changed = new Upload(client, length, keep);
    changed.read = body;
    changed.whole = true;
    return changed;
  }

  /** Whether the client is being waited for. */
  boolean isWaiting() {
    return waiting;
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
    return beginning;
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
