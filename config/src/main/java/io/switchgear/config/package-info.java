// SPDX-License-Identifier: Apache-2.0

/**
 * The settings as a YAML file. Start at {@link io.switchgear.config.SwitchgearConfig#load}, which
 * reads and checks a file in one go.
 *
 * <p>A file becomes settings in three steps: {@code SettingsFile} turns bytes into a tree of nodes
 * that know their line and column; {@code Section} and {@code Setting} give typed access to the
 * tree and note each error; the readers named after a section know its keys. A {@code Key} says
 * what it may hold, what it is for and what holds without it: the readers, the tables of the
 * reference page and the JSON Schema ({@link io.switchgear.config.ConfigSchema}) all take it from
 * there. Nothing is found by reflection.
 */
@NullMarked
package io.switchgear.config;

import org.jspecify.annotations.NullMarked;
