// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.LoggedErrors;
import io.switchgear.testkit.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who serves a session, and for how long. */
class SessionsTest {
  private final VirtualTime time = new VirtualTime();
  private final Sessions sessions =
      new Sessions(KeyLimits.maxKeys(2).idleAfter(ofMinutes(10)), time, ofMinutes(5));

  @Test
  void targetOf_goesBackWhenItsTimeHasCome_whoeverWasServedMeanwhile() {
    time.advance(ofMinutes(1));
    sessions.served("s1", 1);
    time.advance(ofMinutes(3));
    sessions.served("s1", 1);

    time.advance(ofMinutes(2).minusNanos(1));
    assertThat(sessions.targetOf("s1")).isOne();
    time.advance(ofNanos(1));

    assertThat(sessions.targetOf("s1")).isZero();
  }

  @Test
  void served_byAThirdTarget_staysThereForItsTime() {
    sessions.served("s1", 1);
    time.advance(ofMinutes(4));
    sessions.served("s1", 2);

    time.advance(ofMinutes(4));

    assertThat(sessions.targetOf("s1")).isEqualTo(2);
  }

  @Test
  void served_byThePreferredTarget_isNotKept() {
    sessions.served("s1", 0);

    assertThat(sessions.size()).isZero();
    assertThat(sessions.targetOf("s1")).isZero();
  }

  @Test
  void served_moreSessionsThanThereIsRoomFor_forgetsOneThatWasntUsed() {
    sessions.served("s1", 1);
    sessions.served("s2", 1);
    // All are in use; the next one takes the place of the first, whose mark is cleared first.
    sessions.served("s3", 1);
    assertThat(sessions.targetOf("s1")).isZero();
    assertThat(sessions.targetOf("s3")).isOne();

    sessions.served("s4", 1);

    assertThat(sessions.targetOf("s2")).isZero();
    assertThat(sessions.targetOf("s3")).as("used since").isOne();
  }

  @Test
  void sessionThatIsAskedFor_isInUse() {
    sessions.served("s1", 1);
    time.advance(ofMinutes(10));
    sessions.sweepIfDue();
    var unused = sessions.targetOf("s1");

    time.advance(ofMinutes(10));
    sessions.sweepIfDue();
    assertThat(sessions.size()).isOne();
    time.advance(ofMinutes(10));
    sessions.sweepIfDue();

    assertThat(sessions.size()).isZero();
  }

  @Test
  void noSession_isNoTrouble() {
    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      sessions.served(null, 1);
      sessions.served("unknown", 0);

      assertThat(sessions.targetOf(null)).isZero();
      assertThat(logged.lines()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "HASH_CODE")
  void brokenSession_isLogged(BrokenKey broken) {
    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      sessions.served(broken.key(), 1);
      assertThat(sessions.targetOf(broken.key())).isZero();

      assertThat(logged.lines())
          .containsExactly(
              "A hook of a policy failed beside a call: no hash code",
              "A hook of a policy failed beside a call: no hash code");
    }
  }
}
