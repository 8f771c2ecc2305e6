// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.config.DependencyConfig;
import io.switchgear.config.HealthProbeConfig;
import io.switchgear.config.Secret;
import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.gateway.upstream.Endpoint;
import io.switchgear.gateway.upstream.UpstreamClient;
import io.switchgear.gateway.upstream.UpstreamHead;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import io.switchgear.http.ResponseSample;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The request of a health probe, with the headers that the dependency's settings add to each call.
 * It has a connection of its own, so that it takes nobody's place and shows whether connections can
 * be made.
 *
 * <p><b>Thread safety:</b> none; on the event loop of the data plane.
 */
final class HealthRequest {
  private static final String AGENT = "switchgear-health-probe";

  private final HealthProbeConfig config;
  private final Map<String, Secret> headers;
  private final HttpVerdicts verdicts;
  private final Endpoint endpoint;
  private final UpstreamClient client;
  private final TimeSource time;

  HealthRequest(HealthProbeConfig config, DependencyConfig dependency, Shared shared) {
    this.config = config;
    this.headers = dependency.headers().set();
    this.verdicts = dependency.verdicts().time(shared.time());
    this.endpoint = Endpoint.of(dependency.url(), dependency.http2());
    this.client = shared.client();
    this.time = shared.time();
  }

  /** Sends it; completes, in its time at the latest, with whether the answer passes. */
  CompletableFuture<Boolean> send() {
    CompletableFuture<Boolean> healthy = new CompletableFuture<>();
    ScheduledTask limit = time.schedule(config.timeout(), () -> healthy.complete(false));
    var unused = healthy.whenComplete((passed, error) -> limit.cancel());
    client
        .connect(endpoint, config.timeout())
        .onComplete(
            connection -> {
              connection.exceptionHandler(error -> {});
              var unusedToo = healthy.whenComplete((passed, error) -> connection.close());
              request(connection, healthy);
            },
            error -> healthy.complete(false));
    return healthy;
  }

  private void request(HttpClientConnection connection, CompletableFuture<Boolean> healthy) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(config.method()))
            .setURI(endpoint.basePath() + config.path());
    connection
        .request(options)
        .onComplete(request -> send(request, healthy), error -> healthy.complete(false));
  }

  private void send(HttpClientRequest request, CompletableFuture<Boolean> healthy) {
    request.putHeader(HttpHeaders.USER_AGENT, AGENT);
    headers.forEach((name, value) -> request.putHeader(name, value.value()));
    request.exceptionHandler(error -> healthy.complete(false));
    request.response().onComplete(head -> read(head, healthy), error -> healthy.complete(false));
    request.end();
  }

  /** The body counts only where the profile looks at it. */
  private void read(HttpClientResponse answer, CompletableFuture<Boolean> healthy) {
    ResponseHead head = new UpstreamHead(answer);
    answer.exceptionHandler(error -> healthy.complete(false));
    if (!verdicts.looksAtBody(head)) {
      healthy.complete(passes(head));
      return;
    }
    Buffer body = Buffer.buffer();
    answer.handler(
        piece -> {
          body.appendBuffer(piece);
          if (body.length() > ResponseSample.MAX_BYTES) {
            byte[] beginning = body.getBytes(0, ResponseSample.MAX_BYTES);
            healthy.complete(passes(ResponseSample.of(head, beginning, true)));
          }
        });
    answer.endHandler(
        nothing -> healthy.complete(passes(ResponseSample.of(head, body.getBytes(), false))));
  }

  private boolean passes(ResponseHead answer) {
    return config.verdicts().contains(verdicts.read(answer).forRequests().verdict());
  }
}
