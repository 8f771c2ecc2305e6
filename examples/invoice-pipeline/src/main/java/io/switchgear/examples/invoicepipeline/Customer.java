// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.util.List;

/**
 * One of our customers, with the key that the accounting API knows it by.
 *
 * @param name what people call it
 * @param apiKey its key, a secret
 */
record Customer(String name, String apiKey) {
  static final Customer ACME = new Customer("acme", "key-of-acme");
  static final Customer GLOBEX = new Customer("globex", "key-of-globex");
  static final Customer INITECH = new Customer("initech", "key-of-initech");
  static final List<Customer> ALL = List.of(ACME, GLOBEX, INITECH);

  /** The name alone: circuits show their keys as text, and a secret must not be in it. */
  @Override
  public String toString() {
    return name;
  }
}
