// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * By what a stream of events shows that it is complete; exactly one of the three is there.
 *
 * @param event the name of its last event
 * @param data the data of its last event
 * @param place where the data of its last event has a value
 */
record EndMarker(@Nullable String event, @Nullable String data, @Nullable Pointer place) {
  static EndMarker event(String name) {
    return new EndMarker(name, null, null);
  }

  static EndMarker data(String data) {
    return new EndMarker(null, data.strip(), null);
  }

  static EndMarker valueAt(Pointer place) {
    return new EndMarker(null, null, place);
  }

  boolean is(String name, String text) {
    if (event != null) {
      return event.equals(name);
    }
    if (place == null) {
      return text.strip().equals(data);
    }
    return text.contains(place.mark())
        && !BodyValues.of(text, false, PointerTree.of(List.of(place))).at(place).isEmpty();
  }
}
