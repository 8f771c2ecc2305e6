// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

/** How the upstream counts the requests of a key against its limit. */
public enum StubAlgorithm {
  /** So many requests in each period; the periods follow one another without a gap. */
  FIXED_WINDOW("fixedWindow"),

  /** A bucket of tokens that fills evenly; each request takes one. */
  TOKEN_BUCKET("tokenBucket");

  private final String key;

  StubAlgorithm(String key) {
    this.key = key;
  }

  /** The name in a schedule file. */
  String key() {
    return key;
  }
}
