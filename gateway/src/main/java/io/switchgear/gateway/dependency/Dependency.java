// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.KeySource;
import io.switchgear.config.TimeoutConfig;
import io.switchgear.gateway.circuit.Circuits;
import io.switchgear.gateway.key.KeyLabels;
import io.switchgear.gateway.key.KeyReader;
import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.gateway.upstream.ConnectionPool;
import io.switchgear.gateway.upstream.Endpoint;
import io.switchgear.gateway.upstream.PoolLimits;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.RateLimiter;
import io.vertx.core.MultiMap;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One dependency as it runs. Its policies may be used from any thread, its pool from the event loop
 * of the data plane alone.
 */
public final class Dependency {
  private static final int DEFAULT_CONNECTIONS = 256;

  /** Shorter than the time after which most servers close an idle connection. */
  private static final Duration IDLE_CONNECTION = Duration.ofSeconds(30);

  private final String name;
  private final Endpoint endpoint;
  private final @Nullable KeyReader keyReader;
  private final KeyLabels labels;
  private final Circuits circuits;
  private final @Nullable KeyedRateLimiter<String> limiter;
  private final Bulkhead bulkhead;
  private final Timeouts timeouts;
  private final HttpVerdicts verdicts;
  private final ConnectionPool pool;
  private final CallMeter meter;

  /**
   * Makes what a dependency needs to run.
   *
   * @param config its settings
   * @param shared what it has in common with the others
   * @param meters gives it its meter, once its circuits are there
   */
  public Dependency(DependencyConfig config, Shared shared, MeterSource meters) {
    this.name = config.name();
    this.endpoint = Endpoint.of(config.url());
    this.keyReader = config.key().map(Dependency::reader).orElse(null);
    this.labels = shared.labels();
    this.circuits = Circuits.of(config.breaker().time(shared.time()), keyReader != null);
    this.limiter =
        config.rateLimit().map(limit -> limit.time(shared.time()).<String>keyed()).orElse(null);
    this.bulkhead = bulkheadSettings(config).time(shared.time()).build();
    this.timeouts = timeouts(config.timeout());
    this.verdicts = config.verdicts().time(shared.time());
    this.pool = new ConnectionPool(shared.client(), endpoint, poolLimits(config), shared.time());
    this.meter = meters.meter(name, circuits);
  }

  private static KeyReader reader(KeySource source) {
    if (source instanceof KeySource.Header header) {
      return KeyReader.header(header.name());
    }
    if (source instanceof KeySource.Query query) {
      return KeyReader.query(query.name());
    }
    return KeyReader.pathSegment(((KeySource.PathSegment) source).number());
  }

  private static Timeouts timeouts(TimeoutConfig config) {
    return new Timeouts(
        config.connect().toNanos(),
        config.firstByte().toNanos(),
        config.idle().toNanos(),
        config.total().toNanos());
  }

  /** There is always one: connections aren't endless, and whoever waits for one waits in a line. */
  private static BulkheadConfig bulkheadSettings(DependencyConfig config) {
    return config
        .bulkhead()
        .orElseGet(
            () ->
                Bulkhead.named(config.name())
                    .maxConcurrent(DEFAULT_CONNECTIONS)
                    .maxQueued(DEFAULT_CONNECTIONS)
                    .maxWait(config.timeout().connect()));
  }

  /** Each call that the bulkhead admits finds a connection. */
  private static PoolLimits poolLimits(DependencyConfig config) {
    int connections = bulkheadSettings(config).maxConcurrent();
    return new PoolLimits(connections, connections, config.timeout().connect(), IDLE_CONNECTION);
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
   * @return the label; empty when the dependency has no keys
   */
  public String keyOf(RequestTarget target, MultiMap headers) {
    if (keyReader == null) {
      return "";
    }
    return keyReader.read(target, headers).map(labels::labelOf).orElse(KeyLabels.NONE);
  }

  /**
   * The label of a key that somebody named, as itself or by its label.
   *
   * @param keyOrLabel the key, or a label that is in use
   * @return the label
   */
  public String labelOf(String keyOrLabel) {
    boolean known = circuits.find(keyOrLabel).isPresent();
    return known ? keyOrLabel : labels.labelOf(keyOrLabel);
  }

  /**
   * Its circuits.
   *
   * @return the circuits
   */
  public Circuits circuits() {
    return circuits;
  }

  /**
   * The rate limit of a key.
   *
   * @param key the key's label
   * @return the limiter; null when there is no limit
   */
  public @Nullable RateLimiter limiterOf(String key) {
    return limiter == null ? null : limiter.forKey(key);
  }

  /**
   * The bound on its concurrent calls.
   *
   * @return the bulkhead
   */
  public Bulkhead bulkhead() {
    return bulkhead;
  }

  /**
   * The limits in time of its calls.
   *
   * @return the limits
   */
  public Timeouts timeouts() {
    return timeouts;
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
   * Takes the numbers of its calls.
   *
   * @return the meter
   */
  public CallMeter meter() {
    return meter;
  }

  /** Takes the transitions that time alone has caused and forgets idle keys. */
  public void tick() {
    circuits.tick();
    if (limiter != null) {
      limiter.tick();
    }
  }

  /** Makes the meter of a dependency. */
  @FunctionalInterface
  public interface MeterSource {
    /**
     * Makes it.
     *
     * @param name the dependency's name
     * @param circuits its circuits, whose numbers are shown too
     * @return its meter
     */
    CallMeter meter(String name, Circuits circuits);
  }
}
