// SPDX-License-Identifier: Apache-2.0
/** The settings as a YAML file: reading, checking and explaining it. */
@NullMarked
package io.switchgear.config;

import org.jspecify.annotations.NullMarked;
