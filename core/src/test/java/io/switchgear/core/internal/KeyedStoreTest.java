// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.KeyLimits;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyedStoreTest {
  private static final Duration IDLE = Duration.ofMinutes(10);

  private final VirtualTime time = new VirtualTime();
  private final List<String> forgotten = new ArrayList<>();

  /** The state of a key, whose answers a test chooses. */
  private static final class State {
    private final String key;
    private boolean used;
    private boolean forgettable = true;
    private boolean retires = true;
    private boolean retired;

    State(String key) {
      this.key = key;
    }
  }

  private final class Store extends KeyedStore<Object, State> {
    private final State shared = new State("(shared)");
    private final Map<String, Runnable> whileCreating = new HashMap<>();
    private Consumer<State> whenForgotten = state -> {};
    private int looks;

    Store(int maxKeys) {
      super(KeyLimits.maxKeys(maxKeys).idleAfter(IDLE), time);
    }

    @Override
    protected State create(Object key) {
      Runnable meanwhile = whileCreating.remove(key.toString());
      if (meanwhile != null) {
        meanwhile.run();
      }
      return new State(key.toString());
    }

    @Override
    protected State overflow() {
      return shared;
    }

    @Override
    protected void touch(State state) {
      state.used = true;
    }

    @Override
    protected boolean clearTouch(State state) {
      boolean was = state.used;
      state.used = false;
      return was;
    }

    @Override
    protected boolean isForgettable(State state) {
      looks++;
      return state.forgettable;
    }

    @Override
    protected boolean retire(State state) {
      state.retired = state.retires;
      return state.retires;
    }

    @Override
    protected void unretire(State state) {
      state.retired = false;
    }

    @Override
    protected void remembered(State state) {}

    @Override
    protected void forgotten(State state) {
      forgotten.add(state.key);
      whenForgotten.accept(state);
    }
  }

  /** Its hash code can be looked at once, when it is added. */
  private static final class BreakingKey {
    private boolean broken;

    @Override
    public int hashCode() {
      if (broken) {
        throw new IllegalStateException("broken");
      }
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public String toString() {
      return "breaking";
    }
  }

  @Test
  void get_knownKey_givesItsStateAndMarksItAsUsed() {
    Store store = new Store(2);
    State state = store.get("a");
    state.used = false;

    assertThat(store.get("a")).isSameAs(state);
    assertThat(state.used).isTrue();
  }

  @Test
  void get_newKey_isInUse() {
    assertThat(new Store(2).get("a").used).isTrue();
  }

  @Test
  void sweepIfDue_onceInAnIdlePeriod_forgetsWhatWasntUsedSinceTheLastTime() {
    Store store = new Store(10);
    time.advance(IDLE);
    store.sweepIfDue();
    store.get("a").used = false;

    time.advance(IDLE.minusNanos(1));
    store.sweepIfDue();
    assertThat(store.size()).isEqualTo(1);
    time.advance(Duration.ofNanos(1));
    store.sweepIfDue();

    assertThat(store.size()).isZero();
    assertThat(forgotten).containsExactly("a");
  }

  @Test
  void get_newKeyAfterAnIdlePeriod_sweepsAsWell() {
    Store store = new Store(10);
    store.get("a").used = false;

    time.advance(IDLE);
    store.get("b");

    assertThat(forgotten).containsExactly("a");
  }

  @Test
  void sweep_onAnotherThread_leavesTheHandFree() {
    Store store = new Store(1);
    store.get("a");
    time.advance(IDLE);
    CompletableFuture.runAsync(store::sweepIfDue).join();

    assertThat(store.get("b").key).isEqualTo("b");
    CompletableFuture.runAsync(() -> store.get("c")).join();
    assertThat(store.get("d").key).isEqualTo("d");
  }

  @Test
  void get_atTheBound_replacesOneThatIsntUsed() {
    Store store = new Store(2);
    store.get("a");
    store.get("b").used = false;

    store.get("c");

    assertThat(forgotten).containsExactly("b");
    assertThat(store.size()).isEqualTo(2);
  }

  @Test
  void get_atTheBoundAndAllAreUsed_replacesOneOfThem() {
    Store store = new Store(100);
    for (int key = 0; key < 100; key++) {
      store.get(key);
    }

    assertThat(store.get("new").key).isEqualTo("new");
    assertThat(forgotten).hasSize(1);
    assertThat(store.size()).isEqualTo(100);
  }

  @Test
  void get_atTheBoundAndNoneMayBeForgotten_sharesAfterABoundedNumberOfLooks() {
    Store store = new Store(1_000);
    for (int key = 0; key < 1_000; key++) {
      State state = store.get(key);
      state.forgettable = false;
      state.used = false;
    }
    store.looks = 0;

    assertThat(store.get("new")).isSameAs(store.shared);
    assertThat(store.looks).isEqualTo(64);
  }

  @Test
  void get_stateThatDoesntRetire_isKept() {
    Store store = new Store(1);
    State kept = store.get("a");
    kept.retires = false;

    assertThat(store.get("b")).isSameAs(store.shared);
    assertThat(store.peek("a")).isSameAs(kept);
  }

  @Test
  void get_stateThatChangesWhileItIsForgotten_isPutBack() {
    Store store = new Store(1);
    State changed = store.get("a");
    store.whenForgotten = state -> state.forgettable = false;

    assertThat(store.get("b")).isSameAs(store.shared);
    assertThat(store.peek("a")).isSameAs(changed);
    changed.forgettable = true;
    store.whenForgotten = state -> {};
    assertThat(store.get("b").key).as("its place was counted once").isEqualTo("b");
    assertThat(store.size()).isEqualTo(1);
  }

  @Test
  void get_keyThatBroke_keepsItsPlaceAndItsState() {
    Store store = new Store(1);
    BreakingKey key = new BreakingKey();
    State kept = store.get(key);
    key.broken = true;

    assertThat(store.get("b")).isSameAs(store.shared);
    assertThat(kept.retired).isFalse();
    assertThat(store.size()).isEqualTo(1);
  }

  @Test
  void get_twoAddTheSameKey_theSecondDropsItsOwnAndTakesNoPlace() {
    Store store = new Store(2);
    List<State> first = new ArrayList<>();
    store.whileCreating.put(
        "a",
        () -> {
          State state = store.get("a");
          state.used = false;
          first.add(state);
        });

    State second = store.get("a");

    assertThat(second).isSameAs(first.get(0));
    assertThat(second.used).isTrue();
    store.get("b");
    assertThat(forgotten).as("there was a place").isEmpty();
  }

  @Test
  void get_theOnlyPlaceIsBeingTaken_shares() {
    Store store = new Store(1);
    List<State> meanwhile = new ArrayList<>();
    store.whileCreating.put("a", () -> meanwhile.add(store.get("b")));

    State added = store.get("a");

    assertThat(meanwhile).containsExactly(store.shared);
    assertThat(added.key).isEqualTo("a");
  }

  @Test
  void remove_ofTheKeysState_makesRoomWhetherItIsUsedOrNot() {
    Store store = new Store(1);
    State state = store.get("a");
    state.forgettable = false;

    assertThat(store.remove("a", new State("a"))).isFalse();
    assertThat(store.size()).isEqualTo(1);
    assertThat(store.remove("a", state)).isTrue();

    assertThat(forgotten).containsExactly("a");
    assertThat(store.get("b").key).isEqualTo("b");
  }
}
