// SPDX-License-Identifier: Apache-2.0
/** From a request's target to the dependency and the path that it names. */
@NullMarked
package io.switchgear.gateway.route;

import org.jspecify.annotations.NullMarked;
