// SPDX-License-Identifier: Apache-2.0

/** Reverse proxies made of other libraries, which the gateway is measured beside. */
@NullMarked
package io.switchgear.benchmarks.proxies;

import org.jspecify.annotations.NullMarked;
