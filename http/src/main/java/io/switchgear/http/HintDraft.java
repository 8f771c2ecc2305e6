// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a hint while they are read. */
final class HintDraft {
  final Map<String, String> refill = new HashMap<>();
  @Nullable String header;
  @Nullable String pointer;
  @Nullable WaitFormat format;
  @Nullable String whenZero;
  @Nullable ZoneId zone;
  boolean fallback;

  /** The hint; empty when the parts don't make one. */
  Optional<WaitHint> hint() {
    return place().map(this::withTerms);
  }

  private Optional<WaitHint> place() {
    if (!refill.isEmpty()) {
      return header == null && pointer == null ? refilled() : Optional.empty();
    }
    WaitFormat form = format;
    String place = pointer;
    String name = header;
    if (form == null) {
      return Optional.empty();
    }
    if (name == null) {
      return Optional.ofNullable(place).map(it -> WaitHint.body(it, form));
    }
    return Optional.of(
        place == null ? WaitHint.header(name, form) : WaitHint.headerJson(name, place, form));
  }

  private Optional<WaitHint> refilled() {
    String needed = refill.get("needed");
    String available = refill.get("available");
    String perSecond = refill.get("perSecond");
    return needed == null || available == null || perSecond == null
        ? Optional.empty()
        : Optional.of(WaitHint.refill(needed, available, perSecond));
  }

  private WaitHint withTerms(WaitHint start) {
    WaitHint hint = whenZero == null ? start : start.whenZero(whenZero);
    hint = zone == null ? hint : hint.zone(zone);
    return fallback ? hint.asFallback() : hint;
  }
}
