// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

/**
 * An invoice on its way.
 *
 * @param number counts the documents in the order in which they arrived, from 1
 * @param customer whose invoice it is
 * @param step what is to be done with it next
 */
record Document(int number, Customer customer, Step step) {
  /** Of so many documents, one each is of the two small customers, and the rest of the big one. */
  private static final int MIX = 14;

  /** The document with a number, as it comes from the scanner. */
  static Document scanned(int number) {
    Customer customer =
        switch (number % MIX) {
          case 5 -> Customer.GLOBEX;
          case 12 -> Customer.INITECH;
          default -> Customer.ACME;
        };
    return new Document(number, customer, Step.OCR);
  }

  boolean isAtLastStep() {
    return step == Step.POST;
  }

  Document atNextStep() {
    return new Document(number, customer, Step.values()[step.ordinal() + 1]);
  }

  /** The same for each try, so that an invoice whose answer got lost isn't booked twice. */
  String idempotencyKey() {
    return "invoice-" + number;
  }
}
