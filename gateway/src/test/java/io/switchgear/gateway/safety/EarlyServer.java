// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** A dependency that answers as soon as it has a head, and reads no body. */
final class EarlyServer implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicInteger connections = new AtomicInteger();
  private final byte[] answer;

  EarlyServer(String answer) throws IOException {
    this.answer = RecordingServer.latin1(answer);
    start(this::accept);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  int connections() {
    return connections.get();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "early-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        connections.incrementAndGet();
        start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      int ends = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        ends = next == '\n' ? ends + 1 : next == '\r' ? ends : 0;
        if (ends == 2) {
          socket.getOutputStream().write(answer);
          ends = 0;
        }
      }
    } catch (IOException closed) {
      // The gateway gave the connection up.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
