// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallOptionsTest {
  private final CallOptions none = CallOptions.none();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isRepeatable_nothingSaid_isAsTheSettingsSay(boolean unlessSaid) {
    assertThat(none.isRepeatable(unlessSaid)).isEqualTo(unlessSaid);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isRepeatable_said_isAsSaid(boolean unlessSaid) {
    assertThat(none.idempotent(true).isRepeatable(unlessSaid)).isTrue();
    assertThat(none.idempotent(false).isRepeatable(unlessSaid)).isFalse();
  }

  @Test
  void isRepeatable_withIdempotencyKey_isTrueWhateverIsSaid() {
    assertThat(none.idempotent(false).idempotencyKey("order-7").isRepeatable(false)).isTrue();
  }

  @Test
  void idempotencyKey_blank_isRefused() {
    assertThatThrownBy(() -> none.idempotencyKey(" "))
        .hasMessage("idempotencyKey must not be blank");
  }

  @Test
  void toString_doesNotShowTheKey() {
    Deadline deadline = Deadline.after(Duration.ofSeconds(8), new VirtualTime());
    CallOptions options = none.deadline(deadline).idempotent(false).idempotencyKey("order-7");

    assertThat(options).hasToString("PT8S left, not idempotent, with an idempotency key");
    assertThat(options.deadline()).isSameAs(deadline);
    assertThat(options.idempotencyKey()).contains("order-7");
  }
}
