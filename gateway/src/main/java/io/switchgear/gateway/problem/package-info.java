// SPDX-License-Identifier: Apache-2.0
/** Answers of our own as problem details (RFC 9457). */
@NullMarked
package io.switchgear.gateway.problem;

import org.jspecify.annotations.NullMarked;
