// SPDX-License-Identifier: Apache-2.0
/** The lab: it shows what settings will do before production does. */
@NullMarked
package io.switchgear.lab;

import org.jspecify.annotations.NullMarked;
