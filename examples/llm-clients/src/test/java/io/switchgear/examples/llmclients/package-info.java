// SPDX-License-Identifier: Apache-2.0

/** The providers' client libraries through the gateway. */
@NullMarked
package io.switchgear.examples.llmclients;

import org.jspecify.annotations.NullMarked;
