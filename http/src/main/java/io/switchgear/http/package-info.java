// SPDX-License-Identifier: Apache-2.0
/** Verdicts from HTTP responses, and a client that keeps to the policies. */
@NullMarked
package io.switchgear.http;

import org.jspecify.annotations.NullMarked;
