// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

/** What an attempt is at. */
enum AttemptState {
  /** Waits for a connection. */
  CONNECTING,
  /** Sends the request. */
  SENDING,
  /** The request is out, the answer hasn't begun. */
  AWAITING,
  /** The answer is being passed on. */
  ANSWERING,
  /** Over. */
  DONE
}
