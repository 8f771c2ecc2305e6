// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Keys come and go while their states are used. The map alone decides which state a key has. What
 * was removed is looked at once more afterwards, and who makes a state worth keeping puts it back
 * afterwards: of the two, the later one sees the other, so a state worth keeping is never lost.
 */
final class KeyedStoreStressTest {
  private KeyedStoreStressTest() {}

  /** A state becomes worth keeping while its key is forgotten. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "It is there, and all is counted.")
  @Outcome(expect = FORBIDDEN, desc = "The state was lost, or it was counted twice.")
  @State
  public static class OpenVersusEvict {
    private final StressedStore store = new StressedStore(1);
    private final StressedStore.Entry entry = store.idle("a");

    @Actor
    public void actor1() {
      store.open("a", entry);
    }

    @Actor
    public void actor2() {
      store.get("b");
    }

    @Arbiter
    public void arbiter(ZZ_Result result) {
      result.r1 = store.peek("a") == entry;
      result.r2 = store.isCounted();
    }
  }

  /** The same while the key is forgotten and comes back: a new state of its own has its place. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "It, or the successor that came first.")
  @Outcome(expect = FORBIDDEN, desc = "The key has another state, or one was counted twice.")
  @State
  public static class OpenVersusReturn {
    private final StressedStore store = new StressedStore(1);
    private final StressedStore.Entry entry = store.idle("a");
    private StressedStore.@Nullable Entry got;

    @Actor
    public void actor1() {
      store.open("a", entry);
    }

    @Actor
    public void actor2() {
      store.get("b");
      got = store.get("a");
    }

    @Arbiter
    public void arbiter(ZZ_Result result) {
      result.r1 = got != store.overflow() && got == store.peek("a");
      result.r2 = store.isCounted();
    }
  }

  /** Two new keys and room for one: the bound holds, and the other key has a state all the same. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "One key is remembered at most.")
  @Outcome(expect = FORBIDDEN, desc = "The bound was exceeded, or a place was lost.")
  @State
  public static class TwoNewKeys {
    private final StressedStore store = new StressedStore(1);

    @Actor
    public void actor1() {
      store.get("a");
    }

    @Actor
    public void actor2() {
      store.get("b");
    }

    @Arbiter
    public void arbiter(ZZ_Result result) {
      boolean bounded = store.size() <= 1;
      store.get("c");
      result.r1 = bounded && store.size() == 1;
      result.r2 = store.isCounted();
    }
  }

  /** Two ask for one new key: they get the same state. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "One state, counted once.")
  @Outcome(expect = FORBIDDEN, desc = "Two states of one key.")
  @State
  public static class OneNewKeyForTwo {
    private final StressedStore store = new StressedStore(2);
    private StressedStore.@Nullable Entry got1;
    private StressedStore.@Nullable Entry got2;

    @Actor
    public void actor1() {
      got1 = store.get("a");
    }

    @Actor
    public void actor2() {
      got2 = store.get("a");
    }

    @Arbiter
    public void arbiter(ZZ_Result result) {
      result.r1 = got1 == got2 && got1 == store.peek("a");
      result.r2 = store.isCounted() && store.get("b") != store.overflow();
    }
  }
}
