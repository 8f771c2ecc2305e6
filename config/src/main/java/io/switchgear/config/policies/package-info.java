// SPDX-License-Identifier: Apache-2.0
/**
 * Settings put to work: the policies of a dependency, with a circuit, a limit and a pipeline for
 * each of its keys. Gateway and lab both run them. Start at {@link
 * io.switchgear.config.policies.DependencyPolicies}.
 */
@NullMarked
package io.switchgear.config.policies;

import org.jspecify.annotations.NullMarked;
