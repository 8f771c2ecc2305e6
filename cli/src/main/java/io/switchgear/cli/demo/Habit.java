// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

/** How a worker posts a document, and what it does when that doesn't work. */
@FunctionalInterface
interface Habit {
  /** Returns when the worker is free for another document. */
  void post(Document document) throws InterruptedException;
}
