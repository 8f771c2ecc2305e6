// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A server that answers each request with the same bytes, be they HTTP or not, and closes. */
public final class ScriptedServer implements AutoCloseable {
  private final ServerSocket server;
  private final String answer;

  private ScriptedServer(String answer) throws IOException {
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.answer = answer;
    Thread thread = new Thread(this::serve, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  public static ScriptedServer thatAnswersAndCloses(String answer) throws IOException {
    return new ScriptedServer(answer);
  }

  /** The same; the name says that it closes without announcing it, as an idle server does. */
  public static ScriptedServer thatClosesAfterEach(String answer) throws IOException {
    return new ScriptedServer(answer);
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
          line = in.readLine();
        }
        client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        client.getOutputStream().flush();
      } catch (IOException e) {
        // The test ended, or the client went.
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
