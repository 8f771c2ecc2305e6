// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

/** Who passes an answer on. */
interface AnswerReceiver {
  /** The answer isn't complete yet; called now and then. */
  void stillAnswering();

  /** The answer is complete. */
  void completed();

  /**
   * The rest of the answer won't come.
   *
   * @param kind why
   */
  void failed(CallError kind);
}
