// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.Throttled;
import io.switchgear.http.ResponseHead;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwitchgearConfigTest {
  private static final String LEAST =
      """
      version: 1
      dependencies:
        erp:
          url: https://api.accounting.example
      """;

  private static final String FULL =
      """
      version: 1
      listen: 127.0.0.1:8088
      admin: "[::1]:0"
      dependencies:
        erp:
          url: HTTPS://api.accounting.example:8443/v2/
          key: { header: X-Api-Key }
          profile: http
          throttled: trip
          timeout: { connect: 500ms, firstByte: 1m30s, idle: 2s, total: 1h }
          breaker:
            trip: { consecutiveFailures: { failures: 3, within: 30s } }
            coolDown: 1m
            trialCalls: 2
            successThreshold: 4
            trialTimeout: 45s
          bulkhead: { maxConcurrent: 4, maxQueued: 9, maxWait: 3s }
          rateLimit: { algorithm: tokenBucket, limit: 200/min, burst: 20 }
        ocr:
          url: http://127.0.0.1:8082
      """;

  @Test
  void addresses_replaced_leaveTheRest() {
    SwitchgearConfig config = SwitchgearConfig.parse("t.yaml", LEAST);
    InetSocketAddress listen = InetSocketAddress.createUnresolved("127.0.0.1", 1);
    InetSocketAddress admin = InetSocketAddress.createUnresolved("127.0.0.1", 2);

    SwitchgearConfig changed = config.listen(listen).admin(admin);

    assertThat(changed.listen()).isEqualTo(listen);
    assertThat(changed.admin()).isEqualTo(admin);
    assertThat(changed.dependencies()).isEqualTo(config.dependencies());
    assertThat(config.listen().getPort()).isEqualTo(8080);
  }

  @Test
  void parse_least_hasTheDefaults() {
    SwitchgearConfig config = SwitchgearConfig.parse("t.yaml", LEAST);

    assertThat(config.listen()).isEqualTo(InetSocketAddress.createUnresolved("0.0.0.0", 8080));
    assertThat(config.admin()).isEqualTo(InetSocketAddress.createUnresolved("127.0.0.1", 9090));
    assertThat(config.dependencies()).containsOnlyKeys("erp");
    DependencyConfig erp = dependency(LEAST, "erp");
    assertThat(erp.name()).isEqualTo("erp");
    assertThat(erp.url()).isEqualTo(URI.create("https://api.accounting.example"));
    assertThat(erp.key()).isEmpty();
    assertThat(erp.profile()).isEqualTo("http");
    assertThat(erp.throttled()).isEqualTo(Throttled.PACE);
    assertThat(erp.timeout()).hasToString("connect 1s, first byte 10s, idle 10s, total 30s");
    assertThat(erp.bulkhead()).isEmpty();
    assertThat(erp.rateLimit()).isEmpty();
    assertThat(erp.breaker()).hasToString(CircuitBreaker.named("erp").toString());
    assertThat(erp.breaker().trialCalls()).isEqualTo(1);
  }

  @Test
  void parse_anyPortOrTheSamePortOfOthers_isNoSharedAddress() {
    String freePorts = "listen: 127.0.0.1:0\nadmin: 127.0.0.1:0\n" + LEAST;
    String onePort = "listen: 127.0.0.2:8080\nadmin: 127.0.0.1:8080\n" + LEAST;

    assertThat(SwitchgearConfig.parse("t.yaml", freePorts).admin().getPort()).isZero();
    assertThat(SwitchgearConfig.parse("t.yaml", onePort).admin().getPort()).isEqualTo(8080);
  }

  @Test
  void parse_full_hasWhatIsWritten() {
    SwitchgearConfig config = SwitchgearConfig.parse("t.yaml", FULL);

    assertThat(config.listen()).isEqualTo(InetSocketAddress.createUnresolved("127.0.0.1", 8088));
    assertThat(config.admin()).isEqualTo(InetSocketAddress.createUnresolved("::1", 0));
    assertThat(config.dependencies().keySet()).containsExactly("erp", "ocr");
    DependencyConfig erp = dependency(FULL, "erp");
    assertThat(erp.url()).isEqualTo(URI.create("https://api.accounting.example:8443/v2"));
    assertThat(erp.key()).contains(new KeySource.Header("X-Api-Key"));
    assertThat(erp.throttled()).isEqualTo(Throttled.TRIP);
    assertThat(erp.timeout().connect()).isEqualTo(Duration.ofMillis(500));
    assertThat(erp.timeout().firstByte()).isEqualTo(Duration.ofSeconds(90));
    assertThat(erp.timeout().idle()).isEqualTo(Duration.ofSeconds(2));
    assertThat(erp.timeout().total()).isEqualTo(Duration.ofHours(1));
    assertThat(erp.breaker().name()).isEqualTo("erp");
    assertThat(erp.breaker().tripRules()).hasToString("[3 consecutive failures within PT30S]");
    assertThat(erp.breaker().coolDown().first()).isEqualTo(Duration.ofMinutes(1));
    assertThat(erp.breaker().trialCalls()).isEqualTo(2);
    assertThat(erp.breaker().successThreshold()).isEqualTo(4);
    assertThat(erp.breaker().trialTimeout()).isEqualTo(Duration.ofSeconds(45));
  }

  @Test
  void parse_bulkhead_hasWhatIsWrittenAndDefaults() {
    BulkheadConfig full = dependency(FULL, "erp").bulkhead().orElseThrow();
    BulkheadConfig least = dependency(LEAST + "    bulkhead: {}\n", "erp").bulkhead().orElseThrow();

    assertThat(full.name()).isEqualTo("erp");
    assertThat(full.maxConcurrent()).isEqualTo(4);
    assertThat(full.maxQueued()).isEqualTo(9);
    assertThat(full.maxWait()).isEqualTo(Duration.ofSeconds(3));
    assertThat(least.maxConcurrent()).isEqualTo(16);
    assertThat(least.maxQueued()).isEqualTo(0);
    assertThat(least.maxWait()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void parse_rateLimit_hasWhatIsWritten() {
    RateLimiterConfig limit = dependency(FULL, "erp").rateLimit().orElseThrow();

    assertThat(limit.name()).isEqualTo("erp");
    assertThat(limit.limit()).isEqualTo(200);
    assertThat(limit.per()).isEqualTo(Duration.ofMinutes(1));
    assertThat(limit.burst()).isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "consecutiveFailures: 7 | [7 consecutive failures]",
        "{ consecutiveFailures: 7 } | [7 consecutive failures]",
        "consecutiveFailures: { failures: 7 } | [7 consecutive failures]",
        "failureRate: { rate: 50%, lastCalls: 40, minCalls: 20 }"
            + " | [failure rate 0.5 of the last 40 calls, at least 20]",
        "failureRate: { rate: 12.5%, lastCalls: 40 }"
            + " | [failure rate 0.125 of the last 40 calls, at least 40]",
        "auto | [change detection]",
        "failures: { failures: 7, within: 1m } | [7 failures within PT1M]",
        "failureRate: { rate: 50%, window: 10s, minCalls: 9 }"
            + " | [failure rate 0.5 of the last PT10S, at least 9]",
        "failureRate: { rate: 50%, window: 10s }"
            + " | [failure rate 0.5 of the last PT10S, at least 20]",
        "slowCallRate: { rate: 50%, slowerThan: 3s, lastCalls: 20 }"
            + " | [slow call rate 0.5 of the last 20 calls, at least 20, slower than PT3S]",
        "[ auto, failures: { failures: 7, within: 1s } ]"
            + " | [change detection, 7 failures within PT1S]",
        "[ consecutiveFailures: 7, failureRate: { rate: 7%, lastCalls: 100 } ]"
            + " | [7 consecutive failures, failure rate 0.07 of the last 100 calls, at least 100]",
      })
  void parse_tripRules_areThoseWritten(String trip, String expected) {
    String form = trip.matches("[\\[{].*|auto") ? trip : "{ " + trip + " }";

    DependencyConfig erp = dependency(LEAST + "    breaker: { trip: " + form + " }\n", "erp");

    assertThat(erp.breaker().tripRules()).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "header: X-Api-Key, Header[name=X-Api-Key]",
    "query: api_key, Query[name=api_key]",
    "path: 2, PathSegment[number=2]",
  })
  void parse_key_isWhereItIsWritten(String key, String expected) {
    DependencyConfig erp = dependency(LEAST + "    key: { " + key + " }\n", "erp");

    assertThat(erp.key().map(Objects::toString)).contains(expected);
  }

  @Test
  void parse_sectionsByAlias_areShared() {
    String yaml =
        """
        version: 1
        dependencies:
          a: { url: http://a.example, breaker: &careful { coolDown: 7s } }
          b: { url: http://b.example, breaker: *careful }
        """;

    assertThat(dependency(yaml, "b").breaker().coolDown().first()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void breaker_ofConfig_readsHttp() {
    CircuitBreaker breaker =
        dependency(LEAST + "    breaker: { trip: { consecutiveFailures: 1 } }\n", "erp")
            .breaker()
            .build();

    breaker.call(ServerError::new);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  private static DependencyConfig dependency(String yaml, String name) {
    DependencyConfig dependency = SwitchgearConfig.parse("t.yaml", yaml).dependencies().get(name);
    assertThat(dependency).isNotNull();
    return dependency;
  }

  private record ServerError() implements ResponseHead {
    @Override
    public int status() {
      return 500;
    }

    @Override
    public Optional<String> header(String name) {
      return Optional.empty();
    }
  }
}
