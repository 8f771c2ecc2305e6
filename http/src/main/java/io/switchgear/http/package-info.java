// SPDX-License-Identifier: Apache-2.0

/**
 * What HTTP says about a dependency's health. Start at {@link io.switchgear.http.HttpVerdicts},
 * which a circuit breaker takes as its reading of finished calls, or at {@link
 * io.switchgear.http.ResilientHttpClient}, the JDK's client with policies around its calls. Other
 * clients are adapted by an {@link io.switchgear.http.HttpResult}.
 */
@NullMarked
package io.switchgear.http;

import org.jspecify.annotations.NullMarked;
