// SPDX-License-Identifier: Apache-2.0

/**
 * An invoice pipeline that survives the outages of the systems that it calls. Start at {@link
 * io.switchgear.examples.invoicepipeline.InvoicePipeline}.
 */
@NullMarked
package io.switchgear.examples.invoicepipeline;

import org.jspecify.annotations.NullMarked;
