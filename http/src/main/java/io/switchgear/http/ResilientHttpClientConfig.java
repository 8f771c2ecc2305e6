// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import io.switchgear.http.Wire.Limits;
import io.switchgear.http.Wire.Manner;
import io.switchgear.pipeline.PipelineConfig;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link ResilientHttpClient}. Begin with {@link ResilientHttpClient#with}; each
 * method gives a copy with one setting changed.
 *
 * <p>The client's times know how far a call is, and whether it is the dependency or the caller that
 * everybody waits for. So the policies need neither {@code timeout} nor {@code deadline}.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ResilientHttpClientConfig {
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);

  private final PipelineConfig<HttpResult> policies;
  private final @Nullable HttpClient client;
  private final HttpVerdicts verdicts;
  private final Manner manner;

  private ResilientHttpClientConfig(
      PipelineConfig<HttpResult> policies,
      @Nullable HttpClient client,
      HttpVerdicts verdicts,
      Manner manner) {
    this.policies = policies;
    this.client = client;
    this.verdicts = verdicts;
    this.manner = manner;
  }

  static ResilientHttpClientConfig with(PipelineConfig<HttpResult> policies) {
    HttpVerdicts verdicts = HttpVerdicts.profile("http");
    return new ResilientHttpClientConfig(
        HttpResult.policies(policies, verdicts), null, verdicts, Manner.STANDARD);
  }

  private ResilientHttpClientConfig with(Manner changed) {
    return new ResilientHttpClientConfig(policies, client, verdicts, changed);
  }

  /**
   * The client that sends the requests, with its connect timeout, its TLS and its redirects.
   * Default: one that takes 1 s at most to connect and follows no redirects.
   *
   * @param client the client
   * @return a copy with this client
   */
  public ResilientHttpClientConfig client(HttpClient client) {
    return new ResilientHttpClientConfig(
        policies, Objects.requireNonNull(client, "client"), verdicts, manner);
  }

  /**
   * How answers are read, by the name of a profile that comes with the library. Default: {@code
   * http}.
   *
   * @param name one of {@link HttpVerdicts#profileNames()}
   * @return a copy with this profile
   * @throws IllegalArgumentException when there is no such profile
   */
  public ResilientHttpClientConfig profile(String name) {
    return verdicts(HttpVerdicts.profile(name));
  }

  /**
   * How answers are read: by a profile of one's own, with one's own bounds for waits.
   *
   * @param verdicts the rules
   * @return a copy with these rules
   */
  public ResilientHttpClientConfig verdicts(HttpVerdicts verdicts) {
    return new ResilientHttpClientConfig(
        policies, client, Objects.requireNonNull(verdicts, "verdicts"), manner);
  }

  /**
   * How long an attempt may take until its answer begins, counted from the last piece of the
   * request's body that was sent. Of a stream of events whose profile knows its end, the answer
   * begins with the first event. Default: 10 s.
   *
   * @param limit 1 ms to 1 day
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public ResilientHttpClientConfig firstByteTimeout(Duration limit) {
    Limits old = manner.limits();
    Duration checked = checked("firstByteTimeout", limit);
    return with(manner.with(new Limits(checked, old.idle(), old.total())));
  }

  /**
   * How long a body may stand still while its reader waits for more. What only keeps a stream of
   * events alive is no move. Default: 10 s.
   *
   * @param limit 1 ms to 1 day
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public ResilientHttpClientConfig idleTimeout(Duration limit) {
    Limits old = manner.limits();
    Duration checked = checked("idleTimeout", limit);
    return with(manner.with(new Limits(old.firstByte(), checked, old.total())));
  }

  /**
   * How long a call may take with all its attempts, waits and the whole body of its answer. The
   * caller's own deadline counts if it comes earlier. Default: 30 s.
   *
   * @param limit 1 ms to 1 day
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public ResilientHttpClientConfig totalTimeout(Duration limit) {
    Limits old = manner.limits();
    Duration checked = checked("totalTimeout", limit);
    return with(manner.with(new Limits(old.firstByte(), old.idle(), checked)));
  }

  private static Duration checked(String name, Duration limit) {
    if (limit.compareTo(SHORTEST) < 0 || limit.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + " must be from 1 ms to 1 day, but is " + limit);
    }
    return limit;
  }

  /**
   * Gives each POST and PATCH request that has no idempotency key a new one, so that it may be
   * repeated. Only for a dependency that heeds the header {@code Idempotency-Key}: any other does
   * twice what it is told twice. Default: no keys are made.
   *
   * @return a copy that makes keys
   */
  public ResilientHttpClientConfig makesIdempotencyKeys() {
    return with(new Manner(manner.limits(), NewKeys.FOR_UNSAFE, manner.time()));
  }

  /**
   * Where time comes from, for the policies as well. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public ResilientHttpClientConfig time(TimeSource time) {
    Objects.requireNonNull(time, "time");
    return new ResilientHttpClientConfig(
        policies.time(time), client, verdicts, new Manner(manner.limits(), manner.keys(), time));
  }

  /**
   * Makes one client.
   *
   * @return the client
   * @throws IllegalArgumentException when the policies are written in an order that doesn't work
   */
  public ResilientHttpClient build() {
    return new ResilientHttpClient(wire(), HttpResult.policies(policies, verdicts).build());
  }

  /**
   * Makes a client for each key. Each key has a circuit breaker and a rate limiter or pacer of its
   * own, as far as the policies have them.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people: a label of an API key rather than the key
   * @param limits how many keys are remembered and for how long
   * @return the clients
   * @throws IllegalArgumentException as {@link #build} does, or when no policy would have keys
   */
  public <K> KeyedResilientHttpClient<K> keyed(KeyLimits limits) {
    return new KeyedResilientHttpClient<>(
        wire(), HttpResult.policies(policies, verdicts).keyed(limits));
  }

  private Wire wire() {
    HttpClient sender =
        client == null ? HttpClient.newBuilder().connectTimeout(CONNECT).build() : client;
    return new Wire(policies.name(), sender, verdicts, manner);
  }

  @Override
  public String toString() {
    return policies + "; " + verdicts.profile().name();
  }
}
