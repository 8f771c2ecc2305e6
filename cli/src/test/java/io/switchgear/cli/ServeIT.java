// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged command, as a process. */
@Timeout(60)
class ServeIT {
  private static final Pattern READY =
      Pattern.compile(
          "Ready: gateway (http://127\\.0\\.0\\.1:\\d+), admin (http://127\\.0\\.0\\.1:\\d+)"
              + " \\(dependencies: erp, ocr\\)");

  @TempDir private Path folder = Path.of("");
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endProcesses() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void serve_untilSigterm_passesCallsOnAndEndsWithZero() throws Exception {
    try (StubServer stub = StubServer.start(StubConfig.defaults()).join()) {
      Process process = start("serve", "--config", settings(stub.port()).toString());
      try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
        Matcher ready = READY.matcher(String.valueOf(out.readLine()));
        assertThat(ready.matches()).isTrue();

        HttpResponse<String> answer = get(ready.group(1) + "/erp/invoices/7");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("/invoices/7");
        assertThat(answer.headers().firstValue("Switchgear-Outcome")).contains("primary");
        assertThat(get(ready.group(2) + "/health/live").statusCode()).isEqualTo(200);

        process.toHandle().destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(out.readLine()).isNull();
      }
    }
  }

  @Test
  void serve_onAPortInUse_isOneLineAndTwo() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();

      assertFails(
          start("serve", "--config", settings(1).toString(), "--listen", address),
          "switchgear serve: Cannot listen on " + address);
    }
  }

  @Test
  void serve_withAdminForEverybody_isOneLineAndTwo() throws Exception {
    assertFails(
        start("serve", "--config", settings(1).toString(), "--admin", "0.0.0.0:0"),
        "switchgear serve: ");
  }

  @Test
  void stub_onAPortInUse_isOneLineAndTwo() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());

      assertFails(
          start("stub", "--port", port),
          "switchgear stub: Cannot listen on 127.0.0.1:"
              + port
              + " (--port): another process uses the port.");
    }
  }

  @Test
  void stub_untilSigterm_answersAndEndsWithZero() throws Exception {
    Process process = start("stub", "--limit", "1/min");
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = String.valueOf(out.readLine());
      assertThat(line).startsWith("Ready: stub http://127.0.0.1:");
      String url = line.replaceFirst("Ready: stub (\\S+), .*", "$1");

      assertThat(get(url + "/a").statusCode()).isEqualTo(200);
      assertThat(get(url + "/a").statusCode()).isEqualTo(429);

      process.toHandle().destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }

  private static void assertFails(Process process, String message) throws Exception {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(read(process.getInputStream().readAllBytes())).isEmpty();
    assertThat(read(process.getErrorStream().readAllBytes())).startsWith(message).hasLineCount(1);
  }

  private static String read(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(Path.of("target", "switchgear.jar").toAbsolutePath().toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
    processes.add(process);
    return process;
  }

  private Path settings(int port) throws IOException {
    String yaml =
        """
        version: 1
        listen: 127.0.0.1:0
        admin: 127.0.0.1:0
        dependencies:
          erp: { url: "http://127.0.0.1:%1$d", key: { header: X-Api-Key } }
          ocr: { url: "http://127.0.0.1:%1$d" }
        """;
    return Files.writeString(folder.resolve("gear.yaml"), yaml.formatted(port));
  }

  private static HttpResponse<String> get(String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
