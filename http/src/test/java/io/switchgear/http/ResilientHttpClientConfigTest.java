// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.pipeline.Pipeline;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ResilientHttpClientConfigTest {
  private final ResilientHttpClientConfig settings =
      ResilientHttpClient.with(
          Pipeline.<HttpResult>named("erp").circuitBreaker(tripOn(consecutiveFailures(5))));

  @Test
  void build_tellsNameProfileAndPolicies() {
    ResilientHttpClient client =
        settings.profile("stripe").client(HttpClient.newHttpClient()).build();

    assertThat(client.name()).isEqualTo("erp");
    assertThat(client.verdicts().profile().name()).isEqualTo("stripe");
    assertThat(client).hasToString("erp: circuitBreaker; stripe");
    assertThat(settings).hasToString("erp: circuitBreaker; http");
  }

  @Test
  void keyed_eachKeyHasItsCircuit() {
    KeyedResilientHttpClient<String> clients = settings.keyed(maxKeys(10));

    assertThat(clients.forKey("a").policies().circuitBreaker())
        .isNotEqualTo(clients.forKey("b").policies().circuitBreaker());
  }

  @Test
  void limits_outOfRange_areRefused() {
    refuses(settings::firstByteTimeout, ZERO, "firstByteTimeout must be from 1 ms to 1 day");
    refuses(settings::idleTimeout, ofSeconds(-1), "idleTimeout must be from 1 ms to 1 day");
    refuses(settings::totalTimeout, ofDays(2), "totalTimeout must be from 1 ms to 1 day");
  }

  private static void refuses(Function<Duration, ?> setting, Duration value, String message) {
    assertThatThrownBy(() -> setting.apply(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message + ", but is " + value);
  }

  @Test
  void unknownProfile_isRefused() {
    assertThatThrownBy(() -> settings.profile("strip"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stripe");
  }
}
