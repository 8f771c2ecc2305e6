// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static io.switchgear.cache.Cached.Origin.FRESH;
import static io.switchgear.cache.Cached.Origin.STALE_ON_ERROR;
import static io.switchgear.cache.Cached.Origin.STALE_REVALIDATING;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cache.Cached.Origin;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each period begins with its first nanosecond and ends right before the next one's. */
class FreshnessTest {
  private static final Freshness ALL =
      Freshness.of(Duration.ofNanos(10), Duration.ofNanos(20), Duration.ofNanos(40));

  @ParameterizedTest
  @CsvSource({
    "0, FRESH",
    "1, FRESH",
    "9, FRESH",
    "10, STALE_REVALIDATING",
    "11, STALE_REVALIDATING",
    "29, STALE_REVALIDATING",
    "30,",
    "31,",
    "69,",
    "70,",
    "71,",
    "9223372036854775807,"
  })
  void atOnce_withoutPause_servesFreshThenRevalidatingThenNothing(
      long ageNanos, @Nullable Origin origin) {
    assertThat(ALL.atOnce(ageNanos, false)).isEqualTo(origin);
  }

  @ParameterizedTest
  @CsvSource({
    "0, FRESH",
    "9, FRESH",
    "10, STALE_REVALIDATING",
    "29, STALE_REVALIDATING",
    "30, STALE_ON_ERROR",
    "69, STALE_ON_ERROR",
    "70,",
    "71,",
    "9223372036854775807,"
  })
  void atOnce_duringPause_servesUntilExpiry(long ageNanos, @Nullable Origin origin) {
    assertThat(ALL.atOnce(ageNanos, true)).isEqualTo(origin);
  }

  @ParameterizedTest
  @CsvSource({
    "0, FRESH",
    "9, FRESH",
    "10, STALE_ON_ERROR",
    "29, STALE_ON_ERROR",
    "30, STALE_ON_ERROR",
    "69, STALE_ON_ERROR",
    "70,",
    "9223372036854775807,"
  })
  void insteadOfCall_servesUntilExpiry(long ageNanos, @Nullable Origin origin) {
    assertThat(ALL.insteadOfCall(ageNanos)).isEqualTo(origin);
    assertThat(ALL.isOver(ageNanos)).isEqualTo(origin == null);
  }

  @Test
  void emptyPeriods_areSkipped() {
    Freshness onErrorOnly = Freshness.of(Duration.ZERO, Duration.ZERO, Duration.ofNanos(5));
    Freshness revalidatingOnly = Freshness.of(Duration.ZERO, Duration.ofNanos(5), Duration.ZERO);
    Freshness freshOnly = Freshness.of(Duration.ofNanos(5), Duration.ZERO, Duration.ZERO);

    assertThat(onErrorOnly.atOnce(0, false)).isNull();
    assertThat(onErrorOnly.atOnce(0, true)).isEqualTo(STALE_ON_ERROR);
    assertThat(onErrorOnly.insteadOfCall(4)).isEqualTo(STALE_ON_ERROR);
    assertThat(onErrorOnly.insteadOfCall(5)).isNull();
    assertThat(revalidatingOnly.atOnce(4, false)).isEqualTo(STALE_REVALIDATING);
    assertThat(revalidatingOnly.atOnce(5, true)).isNull();
    assertThat(freshOnly.atOnce(4, false)).isEqualTo(FRESH);
    assertThat(freshOnly.atOnce(5, true)).isNull();
    assertThat(freshOnly.insteadOfCall(5)).isNull();
  }

  @Test
  void longestPeriods_doNotOverflow() {
    Duration year = Duration.ofDays(366);
    Freshness longest = Freshness.of(year, year, year);

    assertThat(longest.insteadOfCall(3 * year.toNanos() - 1)).isEqualTo(STALE_ON_ERROR);
    assertThat(longest.isOver(3 * year.toNanos())).isTrue();
  }
}
