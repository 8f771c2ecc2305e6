// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

/** What is done with a document, in this order. */
enum Step {
  /** Its text is read. */
  OCR("ocr"),
  /** What it is gets found out. */
  CLASSIFY("classify"),
  /** It is posted to the accounting API. */
  POST("erp");

  private final String service;

  Step(String service) {
    this.service = service;
  }

  /** The name of the service that does it, as in switchgear.yaml. */
  String service() {
    return service;
  }
}
