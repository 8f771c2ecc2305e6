// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.net.URI;

/** Shows the play to a person or to a file. */
interface DemoView extends AutoCloseable {
  /** Says what is going to be played. */
  void open(String yaml, URI admin);

  void show(Moment moment);

  /** Says what came of it. */
  void end(Summary summary);

  /** Leaves the terminal as it was, also after an early end. */
  @Override
  void close();
}
