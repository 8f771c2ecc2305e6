// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

/**
 * Has a document's next step done by the service for it, and doesn't call a service that is out.
 *
 * <p><b>Thread safety:</b> safe; all workers share one.
 */
interface Poster {
  /** Makes one call, or refuses to. Waits for the answer, never for a better time. */
  Reply post(Document document);

  /**
   * The state of a customer's circuit at the accounting API, as far as it can be seen from here.
   */
  default String circuitOf(Customer customer) {
    return "";
  }
}
