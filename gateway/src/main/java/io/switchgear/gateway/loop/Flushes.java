// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.loop;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands what connections have to send to the system once in each turn of the event loop, all of
 * them one after the other, instead of each as soon as it has something. The first of them wakes
 * the process on the other side, and finds it awake for the rest; a turn with one call sends it at
 * its end, which is at once.
 *
 * <p><b>Thread safety:</b> none; for the connections of one event loop, on that loop.
 */
public final class Flushes {
  private List<ChannelHandlerContext> due = new ArrayList<>();
  private List<ChannelHandlerContext> spare = new ArrayList<>();

  /**
   * Has a connection of a client send once in each turn.
   *
   * @param connection the connection, before there are requests
   */
  public void onServer(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      on(base.channelHandlerContext());
    }
  }

  /**
   * Has a connection to an upstream send once in each turn.
   *
   * @param connection the connection, before there are requests
   */
  public void onClient(HttpClientConnection connection) {
    if (connection instanceof UnpooledHttpClientConnection outer) {
      on(outer.unwrap().channelHandlerContext());
    }
  }

  private void on(ChannelHandlerContext connection) {
    connection.pipeline().addFirst(handler());
  }

  /** What keeps a connection's data until the end of the turn; to be the first of its handlers. */
  ChannelHandler handler() {
    return new Late();
  }

  private void add(ChannelHandlerContext late) {
    due.add(late);
    if (due.size() == 1) {
      late.executor().execute(this::flushAll);
    }
  }

  private void flushAll() {
    List<ChannelHandlerContext> now = due;
    due = spare;
    for (ChannelHandlerContext late : now) {
      ((Late) late.handler()).flushDue(late);
    }
    now.clear();
    spare = now;
  }

  /** Next to the socket, so that everything that the others write has come by before. */
  private final class Late extends ChannelOutboundHandlerAdapter {
    private boolean isDue;

    @Override
    public void flush(ChannelHandlerContext context) {
      if (!isDue) {
        isDue = true;
        add(context);
      }
    }

    private void flushDue(ChannelHandlerContext context) {
      if (isDue) {
        isDue = false;
        context.flush();
      }
    }

    /** What was written before must not be lost. */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
      flushDue(context);
      var unused = context.close(promise);
    }

    @Override
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) {
      flushDue(context);
      var unused = context.disconnect(promise);
    }
  }
}
