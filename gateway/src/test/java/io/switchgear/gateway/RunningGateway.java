// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import io.switchgear.config.SwitchgearConfig;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A gateway on free ports with one dependency, for tests with real sockets. */
public final class RunningGateway implements AutoCloseable {
  private final Gateway gateway;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private RunningGateway(Gateway gateway) {
    this.gateway = gateway;
  }

  /**
   * Starts a gateway.
   *
   * @param upstream where the dependency {@code erp} is
   * @param settings its further settings, a line of YAML each
   */
  public static RunningGateway inFrontOf(URI upstream, String... settings) {
    return start(GatewayOptions.standard(), upstream, settings);
  }

  public static RunningGateway start(GatewayOptions options, URI upstream, String... settings) {
    String yaml =
        """
        version: 1
        listen: 127.0.0.1:0
        admin: 127.0.0.1:0
        dependencies:
          erp:
            url: %s
        """
            .formatted(upstream);
    StringBuilder whole = new StringBuilder(yaml);
    for (String setting : settings) {
      whole.append("    ").append(setting).append('\n');
    }
    return start(options, whole.toString());
  }

  /** Starts a gateway with these dependencies, an indented block of YAML each. */
  public static RunningGateway of(String dependencies) {
    String head = "version: 1\nlisten: 127.0.0.1:0\nadmin: 127.0.0.1:0\ndependencies:\n";
    return start(GatewayOptions.standard(), head + dependencies);
  }

  /** Starts a gateway with a file of its own. */
  public static RunningGateway with(String yaml) {
    return start(GatewayOptions.standard(), yaml);
  }

  static RunningGateway start(GatewayOptions options, String yaml) {
    SwitchgearConfig config = SwitchgearConfig.parse("test.yaml", yaml);
    return new RunningGateway(within30s(Gateway.start(config, options)));
  }

  /** Starts a gateway with a settings file that it reads again. */
  static RunningGateway from(Path file) {
    GatewayOptions options =
        GatewayOptions.standard()
            .reloadFrom(() -> SwitchgearConfig.load(file))
            .watchInterval(Duration.ofMillis(50));
    return new RunningGateway(within30s(Gateway.start(SwitchgearConfig.load(file), options)));
  }

  /** Has the gateway read its file again. */
  HttpResponse<String> reload() {
    return send(
        HttpRequest.newBuilder(adminUri("/api/v1/reload"))
            .POST(HttpRequest.BodyPublishers.noBody()));
  }

  public Gateway gateway() {
    return gateway;
  }

  public InetSocketAddress data() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.dataAddress().getPort());
  }

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + gateway.dataAddress().getPort() + path);
  }

  public URI adminUri(String path) {
    return URI.create("http://127.0.0.1:" + gateway.adminAddress().getPort() + path);
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60));
  }

  public HttpClient client() {
    return client;
  }

  public HttpResponse<String> send(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()).join();
  }

  public HttpResponse<String> get(String path) {
    return send(request(path));
  }

  public HttpResponse<String> getWithKey(String path, String key) {
    return send(request(path).header("X-Api-Key", key));
  }

  public HttpResponse<String> admin(String path) {
    return send(HttpRequest.newBuilder(adminUri(path)));
  }

  public HttpResponse<String> order(String path, String json) {
    return send(
        HttpRequest.newBuilder(adminUri(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  public JsonObject circuit() {
    return new JsonObject(admin("/api/v1/circuits/erp").body());
  }

  /** One number of the metrics, by its exact series. */
  public double metric(String series) {
    return admin("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no series " + series));
  }

  public long calls(String verdict) {
    return circuit().getJsonObject("calls").getLong(verdict);
  }

  public long permits(String end) {
    return circuit().getJsonObject("permits").getLong(end);
  }

  @Override
  public void close() {
    within30s(gateway.close());
  }

  private static <T> T within30s(CompletableFuture<T> future) {
    try {
      return future.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      throw new AssertionError("not done", e);
    }
  }
}
