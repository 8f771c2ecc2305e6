// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

/**
 * A value of one piece, as the file has it.
 *
 * @param text the text
 * @param plain whether it stands there without quotes
 */
record Scalar(String text, boolean plain) {}
