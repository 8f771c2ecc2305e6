// SPDX-License-Identifier: Apache-2.0
/** Virtual time and fakes: what a test needs to try settings without waiting. */
@NullMarked
package io.switchgear.testkit;

import org.jspecify.annotations.NullMarked;
