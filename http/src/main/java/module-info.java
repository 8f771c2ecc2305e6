// SPDX-License-Identifier: Apache-2.0

/** HTTP: verdicts from responses and a resilient client. */
module io.switchgear.http {
  requires com.fasterxml.jackson.core;
  requires static transitive org.jspecify;
  requires transitive io.switchgear.core;
  requires transitive java.net.http;

  exports io.switchgear.http;
}
