// SPDX-License-Identifier: Apache-2.0
/** Settings in YAML: reading, checking and explaining them. */
module io.switchgear.config {
  requires static org.jspecify;
}
