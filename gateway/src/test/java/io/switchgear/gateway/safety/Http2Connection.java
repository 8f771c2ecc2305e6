// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A client of HTTP/2 that sends frames as they are. */
final class Http2Connection implements AutoCloseable {
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int TIMEOUT_MILLIS = 30_000;

  /** The statuses of the static table (RFC 7541, appendix A), from its entry 8 on. */
  private static final String[] STATUSES = {"200", "204", "206", "304", "400", "404", "500"};

  private static final int STATUS = 8;
  private static final int PRIORITY_BYTES = 5;

  private final SSLSocket socket;
  private final DataInputStream in;
  private final OutputStream out;

  private Http2Connection(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /** A connection to a gateway that takes TLS, with these settings. */
  static Http2Connection to(RunningGateway gateway, Http2Frame settings) throws IOException {
    SSLSocket socket =
        (SSLSocket) RawConnection.trustingAnybody().getSocketFactory().createSocket();
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(gateway.data(), TIMEOUT_MILLIS);
    socket.startHandshake();
    Http2Connection connection = new Http2Connection(socket);
    connection.out.write(PREFACE.getBytes(StandardCharsets.ISO_8859_1));
    return connection.send(settings);
  }

  static Http2Connection to(RunningGateway gateway) throws IOException {
    return to(gateway, Http2Frame.of(Http2Frame.SETTINGS, 0, 0));
  }

  Http2Connection send(Http2Frame... frames) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Http2Frame frame : frames) {
      all.writeBytes(frame.bytes());
    }
    out.write(all.toByteArray());
    out.flush();
    return this;
  }

  /** Sends frames for which the other side may close at any time. */
  Http2Connection sendAnyway(Http2Frame... frames) {
    try {
      return send(frames);
    } catch (IOException closed) {
      return this;
    }
  }

  /** The next frame. */
  private Http2Frame next() throws IOException {
    int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    return new Http2Frame(type, flags, stream, in.readNBytes(length));
  }

  /**
   * What becomes of a stream: a status, {@code reset}, or {@code closed} when the connection ends
   * before. Other streams are passed over.
   */
  String endOf(int stream) throws IOException {
    try {
      for (Http2Frame frame = next(); ; frame = next()) {
        if (frame.type() == Http2Frame.SETTINGS && frame.flags() != Http2Frame.ACK) {
          sendAnyway(Http2Frame.of(Http2Frame.SETTINGS, Http2Frame.ACK, 0));
        } else if (frame.type() == Http2Frame.GOAWAY && frame.number(4, 4) != 0) {
          return "closed";
        } else if (frame.stream() == stream && frame.type() == Http2Frame.RST_STREAM) {
          return "reset";
        } else if (frame.stream() == stream && frame.type() == Http2Frame.HEADERS) {
          return status(frame);
        }
      }
    } catch (EOFException | SocketException | SSLException closed) {
      return "closed";
    }
  }

  /** Whether the connection ends; what comes before is passed over. */
  boolean ends() throws IOException {
    return endOf(Integer.MAX_VALUE).equals("closed");
  }

  /** It is the first header, by its index or as plain text. */
  private static String status(Http2Frame headers) {
    byte[] block = headers.payload();
    int at = (headers.flags() & Http2Frame.PRIORITY) == 0 ? 0 : PRIORITY_BYTES;
    while ((block[at] & 0xe0) == 0x20) {
      at++;
    }
    int first = block[at] & 0xff;
    if (first >= 0x80 + STATUS) {
      return STATUSES[first - 0x80 - STATUS];
    }
    return new String(block, at + 2, 3, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
