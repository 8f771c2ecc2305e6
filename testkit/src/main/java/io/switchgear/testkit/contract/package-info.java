// SPDX-License-Identifier: Apache-2.0
/**
 * What every policy must do whatever its purpose is, as checks that any test framework can run:
 * begin with {@link io.switchgear.testkit.contract.PolicyContract} for policies that make calls and
 * with {@link io.switchgear.testkit.contract.GateContract} for those that let calls in.
 */
@NullMarked
package io.switchgear.testkit.contract;

import org.jspecify.annotations.NullMarked;
