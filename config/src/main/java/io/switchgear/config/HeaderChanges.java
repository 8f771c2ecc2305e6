// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Set;

/**
 * What is changed of the headers of a request before it is sent on. What is removed is removed
 * first.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class HeaderChanges {
  static final HeaderChanges NONE = new HeaderChanges(Map.of(), Set.of());

  private final Map<String, Secret> set;
  private final Set<String> remove;

  HeaderChanges(Map<String, Secret> set, Set<String> remove) {
    this.set = set;
    this.remove = remove;
  }

  /**
   * The headers that are set, in place of any of the same name.
   *
   * @return values by name, of which no two differ in case alone; unmodifiable
   */
  public Map<String, Secret> set() {
    return set;
  }

  /**
   * The headers that are removed.
   *
   * @return names, which ignore case; unmodifiable
   */
  public Set<String> remove() {
    return remove;
  }

  @Override
  public String toString() {
    return "set " + set.keySet() + ", remove " + remove;
  }
}
