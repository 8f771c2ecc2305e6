// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server that answers as a script says, byte for byte, be that HTTP or not. */
final class LyingServer implements AutoCloseable {
  private final ServerSocket server;
  private final Script script;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> clients = new CopyOnWriteArrayList<>();

  private LyingServer(Script script) throws IOException {
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    this.script = script;
    start("lying-server", this::accept);
  }

  static LyingServer that(Script script) throws IOException {
    return new LyingServer(script);
  }

  /** The first request gets the first answer, and so on; the last answer is for all that follow. */
  static LyingServer answering(String... answers) throws IOException {
    return that(
        (request, line) -> line.write(answers[Math.min(request.number(), answers.length) - 1]));
  }

  /** A whole answer. */
  static String answer(String status, String headers, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return "HTTP/1.1 "
        + status
        + "\r\n"
        + headers
        + "Content-Length: "
        + length
        + "\r\n\r\n"
        + body;
  }

  static String answer(String status) {
    return answer(status, "", "body of " + status);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
  }

  List<Request> requests() {
    return requests;
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        clients.add(client);
        start("lying-server-connection", () -> serve(client));
      } catch (IOException e) {
        // The test has ended.
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      Request request = read(in);
      while (request != null) {
        script.answer(request, new Line(client, in));
        request = client.isClosed() ? null : read(in);
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private @Nullable Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first == null || !first.endsWith(" HTTP/1.1")) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    String body = body(in, headers);
    synchronized (requests) {
      String[] words = first.split(" ", -1);
      Request request = new Request(requests.size() + 1, words[0], headers, body);
      requests.add(request);
      return request;
    }
  }

  private static String body(InputStream in, Map<String, String> headers) throws IOException {
    if (!"chunked".equals(headers.get("Transfer-Encoding"))) {
      int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
      return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
    StringBuilder body = new StringBuilder();
    while (true) {
      String size = line(in);
      int length = size == null ? 0 : Integer.parseInt(size, 16);
      body.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
      line(in);
      if (length == 0) {
        return body.toString();
      }
    }
  }

  private static @Nullable String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      if (next != '\r') {
        line.write(next);
      }
      next = in.read();
    }
    return next < 0 ? null : line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket client : clients) {
      client.close();
    }
  }

  /** A request as it came; the first has number 1. */
  record Request(int number, String method, Map<String, String> headers, String body) {}

  /** Answers a request. */
  interface Script {
    void answer(Request request, Line line) throws IOException;
  }

  /** The way back to a client. */
  static final class Line {
    private final Socket client;
    private final InputStream in;
    private final OutputStream out;

    Line(Socket client, InputStream in) throws IOException {
      this.client = client;
      this.in = in;
      this.out = client.getOutputStream();
    }

    Line write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
      return this;
    }

    /** One piece of a chunked body. */
    Line chunk(String text) throws IOException {
      return write(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }

    /** Says nothing until the client goes. */
    void stall() throws IOException {
      while (in.read() >= 0) {
        // Whatever it says.
      }
    }

    /** Says nothing for a while; an error when the client goes meanwhile. */
    void pause(Duration pause) throws IOException {
      client.setSoTimeout((int) pause.toMillis());
      try {
        if (in.read() < 0) {
          throw new IOException("the client has gone");
        }
      } catch (SocketTimeoutException e) {
        client.setSoTimeout(0);
      }
    }

    /** Goes on when the test says so. */
    void await(CountDownLatch signal) throws IOException {
      try {
        if (!signal.await(10, TimeUnit.SECONDS)) {
          throw new IOException("the test gave no signal");
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    void cut() throws IOException {
      client.close();
    }
  }
}
