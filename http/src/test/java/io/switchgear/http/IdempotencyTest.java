// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Priority;
import io.switchgear.core.RandomSource;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyTest {
  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"})
  void isOf_theMethodsOfTheRfc(String method) {
    assertThat(Idempotency.isOf(method)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH", "CONNECT", "get", "PURGE"})
  void isOf_noOther(String method) {
    assertThat(Idempotency.isOf(method)).isFalse();
  }

  @Test
  void newKey_isAUuidByChance() {
    RandomSource random = RandomSource.seeded(1);
    UUID one = UUID.fromString(Idempotency.newKey(random));

    assertThat(one.version()).isEqualTo(4);
    assertThat(one.variant()).isEqualTo(2);
    assertThat(Idempotency.newKey(random)).isNotEqualTo(one.toString());
  }

  @Test
  void options_saysOneClearWord() {
    CallOptions given =
        CallOptions.none().idempotencyKey("k").idempotent(true).priority(Priority.CRITICAL);
    CallOptions options = Idempotency.options(given, false);

    assertThat(options.isRepeatable(true)).isFalse();
    assertThat(options.priority()).isEqualTo(Priority.CRITICAL);
    assertThat(Idempotency.options(CallOptions.none(), true).isRepeatable(false)).isTrue();
  }
}
