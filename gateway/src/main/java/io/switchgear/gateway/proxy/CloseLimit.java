// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how long a client's connection takes to close. The HTTP library closes one of HTTP/1 when
 * all that was written before is sent, which is never if the client doesn't read.
 */
final class CloseLimit extends ChannelOutboundHandlerAdapter {
  private static final String NAME = "closeLimit";

  /** A client that takes nothing for so long is given up. */
  private static final long STILL_SECONDS = 5;

  private final long maxSeconds;
  private @Nullable ScheduledFuture<?> timer;

  private CloseLimit(long maxSeconds) {
    this.maxSeconds = maxSeconds;
  }

  /**
   * Bounds a connection. One of HTTP/2 is bounded by the library.
   *
   * @param connection the connection, before there are requests
   * @param limit how long a client that still reads may take
   */
  static void on(HttpConnection connection, Duration limit) {
    if (RequestDecoder.isHttp1(connection) && connection instanceof ConnectionBase base) {
      base.channelHandlerContext()
          .pipeline()
          .addLast(NAME, new CloseLimit(Math.max(STILL_SECONDS, limit.toSeconds())));
    }
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    if (timer == null) {
      look(context, pendingBytes(context), STILL_SECONDS);
      var unusedToo =
          context
              .channel()
              .closeFuture()
              .addListener(
                  closed -> {
                    if (timer != null) {
                      timer.cancel(false);
                    }
                  });
    }
    var unused = context.close(promise);
  }

  private void look(ChannelHandlerContext context, long pendingBefore, long seconds) {
    timer =
        context
            .executor()
            .schedule(
                () -> {
                  long pending = pendingBytes(context);
                  if (pending == pendingBefore || seconds >= maxSeconds) {
                    // Past all handlers that want to write before.
                    var unused = context.pipeline().firstContext().close();
                  } else {
                    look(context, pending, seconds + STILL_SECONDS);
                  }
                },
                STILL_SECONDS,
                TimeUnit.SECONDS);
  }

  private static long pendingBytes(ChannelHandlerContext context) {
    ChannelOutboundBuffer pending = context.channel().unsafe().outboundBuffer();
    return pending == null ? 0 : pending.totalPendingWriteBytes();
  }
}
