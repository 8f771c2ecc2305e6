// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;

/**
 * {@code switchgear train}, which no help shows: does for a moment what {@code serve} does, so that
 * the JVM can write the classes that this needs into an archive.
 */
@Command(name = "train", hidden = true)
final class TrainCommand implements Callable<Integer> {
  private static final int CALLS = 20;
  private static final long STOP_MILLIS_MAX = 5_000;
  private static final Pattern READY = Pattern.compile("Ready: gateway (\\S+), admin (\\S+) .*");

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path settings = Files.createTempFile("switchgear-train", ".yaml");
    try (StubServer stub = StubServer.start(StubConfig.defaults()).join()) {
      Files.writeString(settings, yaml(stub.port()));
      serve(settings);
      return 0;
    } finally {
      Files.delete(settings);
    }
  }

  private static String yaml(int port) {
    return """
    version: 1
    listen: 127.0.0.1:0
    admin: 127.0.0.1:0
    dependencies:
      erp:
        url: http://127.0.0.1:%d
        key: { header: X-Api-Key }
        throttled: trip
        timeout: { connect: 1s, firstByte: 10s, idle: 10s, total: 30s }
        breaker: { trip: { consecutiveFailures: 5 }, coolDown: 30s, trialCalls: 1 }
    """
        .formatted(port);
  }

  private static void serve(Path settings) throws IOException, InterruptedException {
    var written = new PipedWriter();
    var out = new PrintWriter(written, true);
    var terminal = new Terminal(out, out, false, Map.of());
    var stop = new StopSignal();
    List<String> arguments = List.of("serve", "--config", settings.toString());
    try (var read = new BufferedReader(new PipedReader(written))) {
      Thread server = new Thread(() -> Main.run(terminal, stop, arguments), "train-serve");
      server.start();
      callOn(read.readLine());
      stop.request();
      server.join(STOP_MILLIS_MAX);
    }
  }

  /** Calls what a line of {@code serve} names. */
  private static void callOn(String line) throws IOException {
    Matcher ready = READY.matcher(line);
    if (!ready.matches()) {
      throw new IOException("not ready: " + line);
    }
    for (int i = 0; i < CALLS; i++) {
      get(ready.group(1) + "/erp/documents");
    }
    get(ready.group(2) + "/metrics");
    get(ready.group(2) + "/api/v1/circuits");
  }

  private static void get(String url) throws IOException {
    var connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setRequestProperty("X-Api-Key", "train");
    try (InputStream body = connection.getInputStream()) {
      body.readAllBytes();
    }
  }
}
