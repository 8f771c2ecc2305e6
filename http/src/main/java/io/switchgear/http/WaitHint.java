// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * A place where a response says how long to wait, and the form in which it does.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class WaitHint {
  private static final int REFILL_PLACES = 3;

  private final String header;
  private final List<Pointer> places;
  private final WaitFormat format;
  private final Terms terms;

  private WaitHint(String header, List<Pointer> places, WaitFormat format, Terms terms) {
    this.header = header;
    this.places = places;
    this.format = format;
    this.terms = terms;
  }

  /**
   * In a header.
   *
   * @param name the header's name
   * @param format its form
   * @return the hint
   */
  public static WaitHint header(String name, WaitFormat format) {
    return new WaitHint(HeaderName.check(name), List.of(), format, Terms.STANDARD);
  }

  /**
   * In the JSON that a header holds.
   *
   * @param name the header's name
   * @param pointer a JSON pointer, in which {@code *} is any key or index; of several values the
   *     longest wait counts
   * @param format its form
   * @return the hint
   */
  public static WaitHint headerJson(String name, String pointer, WaitFormat format) {
    return new WaitHint(
        HeaderName.check(name), List.of(Pointer.of(pointer)), format, Terms.STANDARD);
  }

  /**
   * In the body.
   *
   * @param pointer a JSON pointer, as for {@link #headerJson}; an empty one is the whole body
   * @param format its form
   * @return the hint
   */
  public static WaitHint body(String pointer, WaitFormat format) {
    return new WaitHint("", List.of(Pointer.of(pointer)), format, Terms.STANDARD);
  }

  /**
   * The time until a bucket holds what a call needs: what is missing, divided by what comes in each
   * second. All three are numbers in the body.
   *
   * @param needed where the body says what the call needs
   * @param available where it says what there is
   * @param perSecond where it says what comes in a second
   * @return the hint
   */
  public static WaitHint refill(String needed, String available, String perSecond) {
    List<Pointer> places =
        List.of(Pointer.of(needed), Pointer.of(available), Pointer.of(perSecond));
    return new WaitHint("", places, WaitFormat.SECONDS, Terms.STANDARD);
  }

  /**
   * Only where a header says that nothing is left.
   *
   * @param remaining the name of a header that must be 0
   * @return a copy with this term
   */
  public WaitHint whenZero(String remaining) {
    return with(new Terms(HeaderName.check(remaining), terms.fallback(), terms.zone()));
  }

  /**
   * Only where no hint without this term names a time.
   *
   * @return a copy with this term
   */
  public WaitHint asFallback() {
    return with(new Terms(terms.remaining(), true, terms.zone()));
  }

  /**
   * The zone of dates that name none. Default: UTC.
   *
   * @param zone the zone
   * @return a copy with this zone
   */
  public WaitHint zone(ZoneId zone) {
    return with(new Terms(terms.remaining(), terms.fallback(), zone));
  }

  private WaitHint with(Terms changed) {
    return new WaitHint(header, places, format, changed);
  }

  boolean isFallback() {
    return terms.fallback();
  }

  boolean isHeader(String name) {
    return places.isEmpty() && header.equalsIgnoreCase(name);
  }

  boolean isOfBody() {
    return header.isEmpty();
  }

  List<Pointer> places() {
    return places;
  }

  /** The wait; empty when the response doesn't name it here or the hint doesn't apply. */
  Optional<Duration> read(ResponseHead head, BodyValues body, Instant now) {
    if (!terms.apply(head)) {
      return Optional.empty();
    }
    if (places.size() == REFILL_PLACES) {
      return refill(body);
    }
    WaitText text = new WaitText(now, terms.zone());
    if (isOfBody()) {
      return latest(body.at(places.get(0)), text);
    }
    Optional<String> value = head.header(header);
    if (places.isEmpty() || value.isEmpty()) {
      return value.flatMap(it -> text.read(it, format));
    }
    BodyValues inHeader = BodyValues.of(value.get(), false, PointerTree.of(places));
    return latest(inHeader.at(places.get(0)), text);
  }

  private Optional<Duration> latest(List<String> values, WaitText text) {
    Optional<Duration> latest = Optional.empty();
    for (String value : values) {
      latest = WaitText.later(latest, text.read(value, format));
    }
    return latest;
  }

  private Optional<Duration> refill(BodyValues body) {
    Optional<BigDecimal> needed = first(body, 0);
    Optional<BigDecimal> available = first(body, 1);
    Optional<BigDecimal> perSecond = first(body, 2).filter(it -> it.signum() > 0);
    if (needed.isEmpty() || available.isEmpty() || perSecond.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal missing = needed.get().subtract(available.get());
    return WaitText.nanos(missing.movePointRight(9).divide(perSecond.get(), MathContext.DECIMAL64));
  }

  private Optional<BigDecimal> first(BodyValues body, int place) {
    return body.at(places.get(place)).stream().findFirst().flatMap(WaitText::number);
  }

  @Override
  public String toString() {
    if (places.size() == REFILL_PLACES) {
      return "body " + places.get(0) + " at the rate of " + places.get(2);
    }
    String at = places.isEmpty() ? "" : places.get(0).toString();
    if (isOfBody()) {
      return "body " + (at.isEmpty() ? "text" : at);
    }
    return "header " + header + (at.isEmpty() ? "" : " at " + at);
  }

  /**
   * When a hint counts.
   *
   * @param remaining the header that must be 0; empty for none
   * @param fallback only when others name nothing
   * @param zone the zone of dates that name none
   */
  private record Terms(String remaining, boolean fallback, ZoneId zone) {
    private static final Terms STANDARD = new Terms("", false, ZoneOffset.UTC);

    boolean apply(ResponseHead head) {
      return remaining.isEmpty()
          || head.header(remaining).map(String::strip).filter("0"::equals).isPresent();
    }
  }
}
