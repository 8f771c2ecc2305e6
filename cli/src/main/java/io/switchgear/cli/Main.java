// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

/** Entry point of the {@code switchgear} command. */
public final class Main {
  private Main() {}

  /** Runs the command with these arguments. */
  public static void main(String[] arguments) {
    System.out.println("switchgear: no commands yet");
  }
}
