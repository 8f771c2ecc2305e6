// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places that a scan looks for, by their steps. */
final class PointerTree {
  private final Map<String, PointerTree> children = new HashMap<>();
  private @Nullable Pointer pointer;

  private PointerTree() {}

  static PointerTree of(Collection<Pointer> pointers) {
    PointerTree root = new PointerTree();
    for (Pointer pointer : pointers) {
      if (!pointer.isWhole()) {
        root.add(pointer);
      }
    }
    return root;
  }

  private void add(Pointer added) {
    PointerTree place = this;
    for (String step : added.steps()) {
      place = place.children.computeIfAbsent(step, unused -> new PointerTree());
    }
    place.pointer = added;
  }

  boolean isEmpty() {
    return children.isEmpty();
  }

  /** The pointer that leads here; null when this place is only on the way to others. */
  @Nullable Pointer pointer() {
    return pointer;
  }

  void addChildren(String step, List<PointerTree> target) {
    PointerTree named = children.get(step);
    if (named != null) {
      target.add(named);
    }
    PointerTree any = children.get(Pointer.ANY);
    if (any != null && !any.equals(named)) {
      target.add(any);
    }
  }
}
