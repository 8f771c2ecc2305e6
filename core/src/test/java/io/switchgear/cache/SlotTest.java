// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlotTest {
  private final Slot<String> slot = new Slot<>();
  private final Answer<String> answer = new Answer<>("answer", new Ticket(5));

  @Test
  void answer_whoseTicketIsVoid_isNotServed_evenIfItWasStoredBefore() {
    slot.store(answer);
    assertThat(slot.answer()).isSameAs(answer);

    answer.ticket().revoke();

    assertThat(slot.answer()).isNull();
  }

  @Test
  void store_ofAnAnswerThatWasOvertaken_leavesTheOther() {
    Answer<String> overtaking = new Answer<>("put", new Ticket(6));
    answer.ticket().revoke();
    slot.store(overtaking);

    slot.store(answer);

    assertThat(slot.answer()).isSameAs(overtaking);
  }

  @Test
  void clear_voidsTheTicket() {
    slot.store(answer);

    slot.clear();
    slot.clear();

    assertThat(slot.answer()).isNull();
    assertThat(answer.isRevoked()).isTrue();
  }

  @Test
  void pause_endsAtItsTime() {
    slot.pauseUntil(10);

    assertThat(slot.isPausing(9)).isTrue();
    assertThat(slot.isPausing(10)).isFalse();
  }

  @Test
  void touch_isSeenOnce() {
    slot.touch();

    assertThat(slot.clearTouch()).isTrue();
    assertThat(slot.clearTouch()).isFalse();
  }
}
