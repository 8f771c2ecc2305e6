// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A place in a file that holds a profile, in whatever format: what a reader of such a format gives
 * to {@link HttpProfile#read}.
 *
 * <p><b>Thread safety:</b> none; one thread reads a file.
 */
public interface ProfileNode {

  /**
   * The key of the entry.
   *
   * @return the key; that of its list for an item of a list
   */
  String name();

  /**
   * Whether the value is a mapping.
   *
   * @return whether it is
   */
  boolean isMapping();

  /**
   * The entries of a mapping. That the value isn't a mapping, and each key that isn't valid, is
   * noted as an error.
   *
   * @param valid the keys that it may have, in the order in which messages list them
   * @return the entries with a valid key, in the order of the file
   */
  List<? extends ProfileNode> entries(List<String> valid);

  /**
   * The items of a list.
   *
   * @return the items; the value itself when it isn't a list
   */
  List<? extends ProfileNode> items();

  /**
   * The value as something that text can be made into. That it can't is noted as an error.
   *
   * @param <T> what it is made into
   * @param what what it must be, as people are told
   * @param parser makes it of the text; empty when the text isn't one
   * @return the value, if it is one
   */
  <T> Optional<T> value(String what, Function<String, Optional<T>> parser);

  /**
   * The value as one of several words. That it is none of them is noted as an error.
   *
   * @param words the words, in the order in which messages list them
   * @return the word, if it is one of them
   */
  Optional<String> oneOf(List<String> words);

  /**
   * Notes an error at the value.
   *
   * @param message what is wrong and what would be right, on one line
   */
  void problem(String message);
}
