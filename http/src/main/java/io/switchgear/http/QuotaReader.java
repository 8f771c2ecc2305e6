// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.ratelimit.ProviderQuota;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a provider's headers say about the number of calls that it takes: those of the IETF's
 * draft, old and new, the {@code X-RateLimit} trio and its variants. What counts tokens or bytes
 * isn't read.
 *
 * <p>Numbers that stand for "unknown" in practice, -1 and a limit of 0, are no quota.
 */
final class QuotaReader {
  /* draft-ietf-httpapi-ratelimit-headers: since version 08 RateLimit is a list of items such as
   * "default";r=50;t=30 whose limits are in RateLimit-Policy as "default";q=100;w=60; before, it
   * was limit=100, remaining=50, reset=30, and before that there were three headers. */
  private static final String DRAFT = "RateLimit";
  private static final String DRAFT_POLICY = "RateLimit-Policy";
  private static final Pattern ITEM =
      Pattern.compile(
          "\"(?<name>[^\"]{0,64})\"(?<parameters>(?:\\s{0,3};\\s{0,3}[a-z]{1,20}=[^;,\"]{1,30})*)");
  private static final Pattern PARAMETER = Pattern.compile("(?<name>[a-z]{1,20})=(?<value>[0-9]+)");

  /** Behind the number a list of policies may follow. */
  private static final Pattern NUMBER =
      Pattern.compile("\\s*(?<number>[0-9]{1,18})\\s*(?:[,;].*)?");

  private static final int LONGEST = 1_000;

  private static final List<Trio> TRIOS =
      List.of(
          new Trio("RateLimit-%s", WaitFormat.EPOCH),
          new Trio("X-RateLimit-%s", WaitFormat.EPOCH),
          new Trio("X-Rate-Limit-%s", WaitFormat.EPOCH),
          new Trio("X-RateLimit-%s-Requests", WaitFormat.DURATION),
          new Trio("anthropic-ratelimit-requests-%s", WaitFormat.TIMESTAMP));

  private QuotaReader() {}

  /** The quota; {@code clock} gives the dependency's time, if a point in time is to be read. */
  static Optional<ProviderQuota> read(ResponseHead head, Supplier<WaitText> clock) {
    Optional<String> draft = head.header(DRAFT).filter(it -> it.length() <= LONGEST);
    Optional<ProviderQuota> found = draft.flatMap(it -> ofDraft(it, head));
    for (int i = 0; found.isEmpty() && i < TRIOS.size(); i++) {
      found = TRIOS.get(i).read(head, clock);
    }
    return found;
  }

  private static Optional<ProviderQuota> ofDraft(String value, ResponseHead head) {
    OptionalInt limit = parameter(value, "limit");
    if (limit.isPresent()) {
      return quota(limit, parameter(value, "remaining"), seconds(parameter(value, "reset")));
    }
    String policies = head.header(DRAFT_POLICY).filter(it -> it.length() <= LONGEST).orElse("");
    Optional<ProviderQuota> first = Optional.empty();
    Matcher item = ITEM.matcher(value);
    while (item.find()) {
      String parameters = item.group("parameters");
      OptionalInt remaining = parameter(parameters, "r");
      Duration reset = seconds(parameter(parameters, "t"));
      if (first.isEmpty()) {
        first = quota(limitOf(item.group("name"), policies), remaining, reset);
      } else if (remaining.isPresent() && remaining.getAsInt() == 0) {
        // Whichever policy has nothing left decides; the limit is of the first one at all times.
        return Optional.of(ProviderQuota.of(first.get().limit(), 0, reset));
      }
    }
    return first;
  }

  private static OptionalInt limitOf(String name, String policies) {
    Matcher policy = ITEM.matcher(policies);
    while (policy.find()) {
      if (policy.group("name").equals(name)) {
        return parameter(policy.group("parameters"), "q");
      }
    }
    return OptionalInt.empty();
  }

  private static OptionalInt parameter(String parameters, String name) {
    Matcher parameter = PARAMETER.matcher(parameters);
    while (parameter.find()) {
      if (parameter.group("name").equals(name)) {
        return number(parameter.group("value"));
      }
    }
    return OptionalInt.empty();
  }

  private static Duration seconds(OptionalInt number) {
    return Duration.ofSeconds(number.orElse(0));
  }

  private static Optional<ProviderQuota> quota(
      OptionalInt limit, OptionalInt remaining, Duration resetAfter) {
    boolean known = limit.isPresent() && limit.getAsInt() > 0 && remaining.isPresent();
    return known
        ? Optional.of(ProviderQuota.of(limit.getAsInt(), remaining.getAsInt(), resetAfter))
        : Optional.empty();
  }

  private static OptionalInt number(String text) {
    Matcher number = NUMBER.matcher(text);
    return number.matches()
        ? OptionalInt.of((int) Math.min(Integer.MAX_VALUE, Long.parseLong(number.group("number"))))
        : OptionalInt.empty();
  }

  /** Three headers: the limit, what is left of it, and when there is more. */
  private record Trio(String limit, String remaining, String reset, WaitFormat format) {
    Trio(String names, WaitFormat format) {
      this(
          names.formatted("Limit"), names.formatted("Remaining"), names.formatted("Reset"), format);
    }

    Optional<ProviderQuota> read(ResponseHead head, Supplier<WaitText> clock) {
      OptionalInt most = number(head, limit);
      if (most.isEmpty()) {
        return Optional.empty();
      }
      Duration resetAfter =
          head.header(reset)
              .filter(value -> value.length() <= LONGEST)
              .flatMap(value -> clock.get().read(value, format))
              .orElse(Duration.ZERO);
      return quota(most, number(head, remaining), resetAfter);
    }

    private static OptionalInt number(ResponseHead head, String name) {
      return head.header(name)
          .filter(value -> value.length() <= LONGEST)
          .map(QuotaReader::number)
          .orElse(OptionalInt.empty());
    }
  }
}
