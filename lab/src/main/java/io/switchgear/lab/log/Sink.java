// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

/** Takes what a parser finds. */
interface Sink {

  /** A call. */
  void call(LoggedCall call);

  /** A line that is well formed but tells of no call, such as one that a cache answered. */
  void noCall();

  /** A line that isn't what its format demands. */
  void malformed(long line, String reason);
}
