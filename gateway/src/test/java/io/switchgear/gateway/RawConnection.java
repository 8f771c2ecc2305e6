// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A client that sends bytes as they are and sees bytes as they come. */
public final class RawConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  public static RawConnection to(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    socket.connect(address, TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return new RawConnection(socket);
  }

  /** A connection over one version of TLS, whoever the other side is. */
  static RawConnection overTls(InetSocketAddress address, String version) throws IOException {
    SSLSocket socket = (SSLSocket) trustingAnybody().getSocketFactory().createSocket();
    socket.setEnabledProtocols(new String[] {version});
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(address, TIMEOUT_MILLIS);
    socket.startHandshake();
    return new RawConnection(socket);
  }

  /** For clients that look at certificates themselves, if at all. */
  public static SSLContext trustingAnybody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Anybody()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The certificate that the other side presented. */
  Certificate peer() throws IOException {
    return ((SSLSocket) socket).getSession().getPeerCertificates()[0];
  }

  public RawConnection send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends lines of a head and its end. */
  public RawConnection sendHead(String... lines) throws IOException {
    return send(String.join("\r\n", lines) + "\r\n\r\n");
  }

  /** Reads a head up to its empty line. */
  public String readHead() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      head.write(next);
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  /** Reads a stream of events up to the next one of a name. */
  public String readEvent(String name) throws IOException {
    while (!readLine().equals("event: " + name)) {
      // Another line: of another event, of the chunk, of the head.
    }
    return readLine();
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next != '\n') {
      if (next < 0) {
        throw new IOException("the stream ended");
      }
      line.write(next);
      next = in.read();
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  public String read(int length) throws IOException {
    return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  /** The length that a head announces. */
  public static int contentLength(String head) {
    return head.lines()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .filter(line -> line.startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  /** Reads until the other side closes. */
  public String readAll() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Closes with a reset, as a process that is killed does. */
  public void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Tests look at the certificate themselves. */
  private static final class Anybody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
