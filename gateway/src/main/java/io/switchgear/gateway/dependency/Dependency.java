// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.config.DependencyConfig;
import io.switchgear.config.FallbackConfig;
import io.switchgear.config.HeaderChanges;
import io.switchgear.config.KeySource;
import io.switchgear.config.RequestFailoverConfig;
import io.switchgear.config.policies.DependencyPolicies;
import io.switchgear.config.policies.OperationPolicies;
import io.switchgear.config.policies.PolicyContext;
import io.switchgear.config.policies.Rates;
import io.switchgear.gateway.key.KeyLabels;
import io.switchgear.gateway.key.KeyReader;
import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.gateway.upstream.ConnectionPool;
import io.switchgear.gateway.upstream.Endpoint;
import io.switchgear.gateway.upstream.PoolLimits;
import io.switchgear.http.HttpVerdicts;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One dependency as it runs. Its policies may be used from any thread, its pool from the event loop
 * of the data plane alone.
 */
public final class Dependency {
  /** Shorter than the time after which most servers close an idle connection. */
  private static final Duration IDLE_CONNECTION = Duration.ofSeconds(30);

  private final String name;
  private final Endpoint endpoint;
  private final @Nullable KeyReader keyReader;
  private final KeyLabels labels;
  private final DependencyPolicies policies;
  private final Map<OperationPolicies, Operation> operations;
  private final HttpVerdicts verdicts;
  private final ConnectionPool pool;
  private final int replayBodyBytes;
  private final long maxBodyBytes;
  private final HeaderChanges headers;
  private final FallbackConfig fallback;
  private final @Nullable KeyReader sessionReader;

  /**
   * Makes what a dependency needs to run.
   *
   * @param config its settings
   * @param shared what it has in common with the others
   * @param before the dependency of that name under the settings before, whose circuits, limits and
   *     connections go on; null when it is new
   */
  Dependency(DependencyConfig config, Shared shared, @Nullable Dependency before) {
    this.name = config.name();
    this.endpoint = Endpoint.of(config.url(), config.http2());
    this.keyReader = config.key().map(Dependency::reader).orElse(null);
    this.labels = shared.labels();
    this.policies =
        before == null
            ? DependencyPolicies.of(config, context(shared))
            : before.policies.next(config);
    this.operations = operations(policies, shared, before);
    this.verdicts = config.verdicts().time(shared.time());
    this.pool = pool(endpoint, poolLimits(config, policies.places().most()), shared, before);
    this.replayBodyBytes = config.replayBodyBytes();
    this.maxBodyBytes = config.maxBodyBytes();
    this.headers = config.headers();
    this.fallback = config.fallback();
    this.sessionReader =
        failover().flatMap(RequestFailoverConfig::affinity).map(Dependency::reader).orElse(null);
  }

  private static PolicyContext context(Shared shared) {
    return PolicyContext.of(shared.time())
        .healthProbes((probe, config) -> new HealthCheck(probe, config, shared));
  }

  private static Map<OperationPolicies, Operation> operations(
      DependencyPolicies policies, Shared shared, @Nullable Dependency before) {
    Map<String, Operation> earlier = new HashMap<>();
    if (before != null) {
      before.operations().forEach(operation -> earlier.put(operation.name(), operation));
    }
    Map<OperationPolicies, Operation> all = new LinkedHashMap<>();
    for (OperationPolicies operation : policies.operations()) {
      all.put(operation, new Operation(operation, shared, earlier.get(operation.name())));
    }
    return all;
  }

  /** Each call that has a place finds a connection. */
  private static PoolLimits poolLimits(DependencyConfig config, int connections) {
    return new PoolLimits(connections, connections, config.timeout().connect(), IDLE_CONNECTION);
  }

  private static ConnectionPool pool(
      Endpoint endpoint, PoolLimits limits, Shared shared, @Nullable Dependency before) {
    if (before == null || !before.endpoint.isServerOf(endpoint)) {
      return new ConnectionPool(shared.client(), endpoint, limits, shared.time());
    }
    before.pool.limits(limits);
    return before.pool;
  }

  private static KeyReader reader(KeySource source) {
    if (source instanceof KeySource.Header header) {
      return KeyReader.header(header.name());
    }
    if (source instanceof KeySource.Query query) {
      return KeyReader.query(query.name());
    }
    if (source instanceof KeySource.JsonBody body) {
      return KeyReader.jsonBody(body.pointer(), body.maxBytes());
    }
    return KeyReader.pathSegment(((KeySource.PathSegment) source).number());
  }

  /**
   * The name, which is also the first segment of its paths.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * Where it is.
   *
   * @return the endpoint
   */
  public Endpoint endpoint() {
    return endpoint;
  }

  /**
   * The label of the key that a call has.
   *
   * @param target the call's target
   * @param headers the call's headers
   * @param body the call's body; null when it isn't at hand
   * @return the label; empty when the dependency has no keys
   */
  public String keyOf(RequestTarget target, MultiMap headers, @Nullable Buffer body) {
    if (keyReader == null) {
      return "";
    }
    return keyReader.read(target, headers, body).map(labels::labelOf).orElse(KeyLabels.NONE);
  }

  /**
   * The operation of a request.
   *
   * @param method its method, as it was sent
   * @param path its path behind the dependency's name
   * @return the first operation that matches
   */
  public Operation operation(String method, String path) {
    return Objects.requireNonNull(operations.get(policies.operation(method, path)));
  }

  /**
   * All its operations.
   *
   * @return those of the settings in their order, then the one of all other requests
   */
  public List<Operation> operations() {
    return List.copyOf(operations.values());
  }

  /**
   * The bound on its calls in a time.
   *
   * @return the bound, or what says that there is none
   */
  public Rates rates() {
    return policies.rates();
  }

  /**
   * How much of a request's body is kept so that it can be sent again.
   *
   * @return the number of bytes
   */
  public int replayBodyBytes() {
    return replayBodyBytes;
  }

  /**
   * How long a request's body may be.
   *
   * @return the number of bytes; the greatest of all when it may have any length
   */
  public long maxBodyBytes() {
    return maxBodyBytes;
  }

  /**
   * How much of a request's body must be read before its key and its session are known.
   *
   * @return the number of bytes; zero when bodies don't matter
   */
  public int keyBodyBytes() {
    return Math.max(bodyBytes(keyReader), bodyBytes(sessionReader));
  }

  private static int bodyBytes(@Nullable KeyReader reader) {
    return reader == null ? 0 : reader.bodyBytes();
  }

  /**
   * How its answers are read.
   *
   * @return the verdicts
   */
  public HttpVerdicts verdicts() {
    return verdicts;
  }

  /**
   * Its connections.
   *
   * @return the pool
   */
  public ConnectionPool pool() {
    return pool;
  }

  /**
   * What is changed of the headers of each request.
   *
   * @return the changes
   */
  public HeaderChanges headers() {
    return headers;
  }

  /**
   * Who answers in its place.
   *
   * @return the settings; empty when nobody does
   */
  public Optional<RequestFailoverConfig> failover() {
    return fallback.failover();
  }

  /**
   * What clients are told when nobody answers.
   *
   * @return a sentence; empty when the settings have none
   */
  public Optional<String> fallbackMessage() {
    return fallback.message();
  }

  /**
   * The session of a request, which stays with the dependency that answered it.
   *
   * @param target the request's target
   * @param requestHeaders the request's headers
   * @param body the request's body; null when it isn't at hand
   * @return a label; null when the request is of no session
   */
  public @Nullable String sessionOf(
      RequestTarget target, MultiMap requestHeaders, @Nullable Buffer body) {
    return sessionReader == null
        ? null
        : sessionReader.read(target, requestHeaders, body).map(labels::labelOf).orElse(null);
  }

  /** Takes the transitions that time alone has caused and forgets idle keys. */
  public void tick() {
    policies.tick();
  }
}
