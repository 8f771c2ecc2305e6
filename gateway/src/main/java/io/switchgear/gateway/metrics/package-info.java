// SPDX-License-Identifier: Apache-2.0
/** The numbers that Prometheus reads. */
@NullMarked
package io.switchgear.gateway.metrics;

import org.jspecify.annotations.NullMarked;
