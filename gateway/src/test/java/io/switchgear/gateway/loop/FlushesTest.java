// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlushesTest {
  private final EmbeddedChannel channel = new EmbeddedChannel(new Flushes().handler());

  @AfterEach
  void closeChannel() {
    ChannelFuture unused = channel.close();
  }

  @Test
  void flush_twiceInATurn_sendsAtItsEnd() {
    ChannelFuture first = channel.pipeline().write("first");
    ChannelFuture second = channel.pipeline().write("second");
    channel.pipeline().flush();
    channel.pipeline().flush();

    assertThat(channel.outboundMessages()).isEmpty();
    channel.runPendingTasks();

    assertThat(channel.outboundMessages()).containsExactly("first", "second");
    assertThat(first.isSuccess()).isTrue();
    assertThat(second.isSuccess()).isTrue();
  }

  @Test
  void flush_inEachTurn_sendsInEach() {
    ChannelFuture unused = channel.pipeline().writeAndFlush("first");
    channel.runPendingTasks();
    ChannelFuture unusedToo = channel.pipeline().writeAndFlush("second");
    channel.runPendingTasks();

    assertThat(channel.outboundMessages()).containsExactly("first", "second");
  }

  @Test
  void flush_ofWhatASentMessageCauses_isSentToo() {
    ChannelFuture unused =
        channel
            .pipeline()
            .writeAndFlush("first")
            .addListener(
                sent -> {
                  ChannelFuture unusedToo = channel.pipeline().writeAndFlush("second");
                });
    channel.runPendingTasks();

    assertThat(channel.outboundMessages()).containsExactly("first", "second");
  }

  @Test
  void close_beforeTheTurnEnds_losesNothing() {
    ChannelFuture written = channel.pipeline().writeAndFlush("last");
    ChannelFuture unused = channel.pipeline().close();

    assertThat(written.isSuccess()).isTrue();
    assertThat(channel.outboundMessages()).containsExactly("last");
  }

  @Test
  void write_withoutFlush_isNotSent() {
    ChannelFuture unused = channel.pipeline().write("waits");
    channel.runPendingTasks();

    assertThat(channel.outboundMessages()).isEmpty();
  }
}
