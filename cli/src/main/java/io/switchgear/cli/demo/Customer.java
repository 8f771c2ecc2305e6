// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

/** Whose documents are posted. Each customer has an API key, and the API a limit for each key. */
enum Customer {
  /** Has so many documents that the cut limit hurts. */
  ACME("acme"),
  /** Has few documents, for which any limit is enough. */
  GLOBEX("globex");

  private final String key;

  Customer(String key) {
    this.key = key;
  }

  /** The name, which is the API key in this play. */
  String key() {
    return key;
  }
}
