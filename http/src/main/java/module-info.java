// SPDX-License-Identifier: Apache-2.0
/** HTTP: verdicts from responses and a resilient client. */
module io.switchgear.http {
  requires static org.jspecify;
}
