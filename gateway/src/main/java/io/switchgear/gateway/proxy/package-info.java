// SPDX-License-Identifier: Apache-2.0
/**
 * The data plane: takes a client's request, asks the policies, makes the call, streams the answer.
 */
@NullMarked
package io.switchgear.gateway.proxy;

import org.jspecify.annotations.NullMarked;
