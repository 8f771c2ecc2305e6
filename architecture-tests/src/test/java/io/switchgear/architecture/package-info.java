// SPDX-License-Identifier: Apache-2.0

/**
 * What the build checks about the code as a whole: its structure ({@link
 * io.switchgear.architecture.ArchitectureTest}), its size and tidiness ({@link
 * io.switchgear.architecture.TidyTest}) and its published API ({@link
 * io.switchgear.architecture.ApiListingTest}). Each check has a test beside it that shows it
 * failing.
 */
@NullMarked
package io.switchgear.architecture;

import org.jspecify.annotations.NullMarked;
