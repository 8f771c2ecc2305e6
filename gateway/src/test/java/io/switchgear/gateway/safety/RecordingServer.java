// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import io.switchgear.gateway.safety.StrictRequests.Received;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A dependency that keeps the bytes that come, reads them strictly, and answers with bytes of the
 * test's choice.
 */
final class RecordingServer implements AutoCloseable {
  private final ServerSocket server;
  private final Script script;
  private final boolean keepsBytes;
  private final List<Received> requests = new CopyOnWriteArrayList<>();
  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final List<ByteArrayOutputStream> bytes = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  private RecordingServer(Script script, boolean keepsBytes) throws IOException {
    this.server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    this.script = script;
    this.keepsBytes = keepsBytes;
    start(this::accept);
  }

  /** Answers each request with what the script says. */
  static RecordingServer that(Script script) throws IOException {
    return new RecordingServer(script, true);
  }

  /** Answers each request with 200 and its target. */
  static RecordingServer thatAnswers() throws IOException {
    return that((request, out) -> out.write(ok(request.target())));
  }

  /** The same without keeping what came: for many requests. */
  static RecordingServer thatForgets(Script script) throws IOException {
    return new RecordingServer(script, false);
  }

  static byte[] ok(String body) {
    return latin1("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
  }

  static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  List<Received> requests() {
    return List.copyOf(requests);
  }

  /** What wasn't a request as it must be. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** Everything that came, a character for a byte. */
  String text() {
    StringBuilder all = new StringBuilder();
    bytes.forEach(it -> all.append(it.toString(StandardCharsets.ISO_8859_1)));
    return all.toString();
  }

  int connections() {
    return connections.get();
  }

  /** How many connections are open now. */
  int open() {
    return open.get();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "recording-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        connections.incrementAndGet();
        open.incrementAndGet();
        start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(recorded(socket.getInputStream()));
      StrictRequests incoming = new StrictRequests(in);
      Optional<Received> next = incoming.next();
      while (next.isPresent()) {
        if (keepsBytes) {
          requests.add(next.get());
        }
        script.answer(next.get(), socket.getOutputStream());
        socket.getOutputStream().flush();
        next = incoming.next();
      }
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).startsWith("malformed")) {
        faults.add(e.getMessage());
      }
    } finally {
      open.decrementAndGet();
    }
  }

  private InputStream recorded(InputStream in) {
    if (!keepsBytes) {
      return in;
    }
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    bytes.add(copy);
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        int next = super.read();
        if (next >= 0) {
          copy.write(next);
        }
        return next;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        if (count > 0) {
          copy.write(into, offset, count);
        }
        return count;
      }
    };
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  /** What follows a request. */
  interface Script {
    void answer(Received request, OutputStream out) throws IOException;
  }
}
