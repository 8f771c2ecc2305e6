// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.util.AsciiString;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Set;

/**
 * The HTTP library's decoder, with names of headers as they are and first lines in one form.
 *
 * <p>The library's own compares names that are as long as a common one in haste and leaves one
 * character out: it takes {@code Content-Xength} for {@code Content-Length}. Whoever stands before
 * the gateway doesn't, so to them the body is the next request.
 */
final class RequestDecoder extends VertxHttpRequestDecoder {
  private static final String NAME = "httpDecoder";

  private static final Set<String> VERSIONS = Set.of("HTTP/1.0", "HTTP/1.1");

  private static final int CONTENT_TYPE = "Content-Type".length();
  private static final int CONTENT_LENGTH = "Content-Length".length();

  /** Where the second word of both names begins, which is the character that is left out. */
  private static final int SECOND_WORD = "Content-".length();

  /** How many lengths the request has so far. */
  private int lengths;

  private RequestDecoder(Http1ServerConfig config) {
    super(config);
  }

  /** Has a connection's requests read by this decoder; to be called before there are any. */
  static void on(HttpConnection connection, Http1ServerConfig config) {
    if (connection instanceof ConnectionBase base) {
      ChannelPipeline handlers = base.channelHandlerContext().pipeline();
      if (handlers.get(NAME) != null) {
        handlers.replace(NAME, NAME, new RequestDecoder(config));
      }
    }
  }

  /** Whether a connection speaks HTTP/1. */
  static boolean isHttp1(HttpConnection connection) {
    return connection instanceof ConnectionBase base
        && base.channelHandlerContext().pipeline().get(NAME) != null;
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    checkSpaceBefore(line, start);
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    checkSpaceBefore(line, start);
    return super.splitThirdWordInitialLine(line, start, length);
  }

  /** Lest a CR or several spaces part words for the one and not for the other. */
  private static void checkSpaceBefore(byte[] line, int start) {
    boolean one = start >= 2 && line[start - 1] == ' ' && (line[start - 2] & 0xff) > ' ';
    if (!one) {
      throw new IllegalArgumentException("The words of the first line must be one space apart");
    }
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    lengths = 0;
    if (!VERSIONS.contains(initialLine[2])) {
      throw new VersionException();
    }
    return super.createMessage(initialLine);
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    if (length == CONTENT_TYPE && !secondWordBegins(line, start, 't')) {
      return new AsciiString(line, start, length, true);
    }
    if (length == CONTENT_LENGTH && !secondWordBegins(line, start, 'l')) {
      return new AsciiString(line, start, length, true);
    }
    AsciiString name = super.splitHeaderName(line, start, length);
    if (length == CONTENT_LENGTH
        && name.contentEqualsIgnoreCase(HttpHeaders.CONTENT_LENGTH)
        && ++lengths > 1) {
      // In HTTP/1.0 the library's own goes by the first.
      throw new IllegalArgumentException("There must be one Content-Length at most");
    }
    return name;
  }

  private static boolean secondWordBegins(byte[] line, int start, char letter) {
    return (line[start + SECOND_WORD] | 0x20) == letter;
  }

  /** The request names a version of HTTP that isn't spoken here, or something else. */
  static final class VersionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private VersionException() {
      super("The version must be HTTP/1.0 or HTTP/1.1");
    }
  }
}
