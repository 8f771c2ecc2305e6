// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Set;

/**
 * What is changed of the JSON body of a request before it is sent on. What is removed is removed
 * first.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class BodyChanges {
  static final BodyChanges NONE = new BodyChanges(Map.of(), Set.of());

  private final Map<String, String> set;
  private final Set<String> remove;

  BodyChanges(Map<String, String> set, Set<String> remove) {
    this.set = set;
    this.remove = remove;
  }

  /**
   * The fields that are set.
   *
   * @return by JSON pointer (RFC 6901), the value as JSON: a string in quotes with its escapes, a
   *     number, {@code true}, {@code false} or {@code null}; unmodifiable
   */
  public Map<String, String> set() {
    return set;
  }

  /**
   * The fields that are removed.
   *
   * @return JSON pointers (RFC 6901); unmodifiable
   */
  public Set<String> remove() {
    return remove;
  }

  @Override
  public String toString() {
    return "set " + set.keySet() + ", remove " + remove;
  }
}
