// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

/**
 * Which circuit it is.
 *
 * @param name the target, or the dependency where the log names no target, and the operation if it
 *     has a circuit of its own
 * @param key a label of the key; empty without keys
 */
public record CircuitId(String name, String key) {
  @Override
  public String toString() {
    return key.isEmpty() ? name : name + "[" + key + "]";
  }
}
