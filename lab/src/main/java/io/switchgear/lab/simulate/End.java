// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

/** How a piece of work, or one try at it, has ended. */
enum End {
  /** The upstream did what was asked. */
  SUCCESS,

  /** The upstream was called, and didn't. */
  FAILURE,

  /** The client's own policies kept the call back. */
  REFUSAL
}
