// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the upstream does to requests. Begin with {@link #healthy()}; each method gives a copy with
 * one setting changed.
 *
 * <p>The limit is asked first and answers at once. A request that it lets through hangs, is cut,
 * fails or is answered, in this order of precedence; all but a hanging one wait for the latency.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class StubBehavior {
  private static final StubBehavior HEALTHY = new StubBehavior(new Options());
  private static final int MAX_HEADER_LENGTH = 100;

  private final Options options;

  private StubBehavior(Options options) {
    this.options = options;
  }

  /**
   * The behavior of an upstream without faults: it answers everything at once.
   *
   * @return the defaults of all settings
   */
  public static StubBehavior healthy() {
    return HEALTHY;
  }

  /**
   * One setting as in a schedule file, such as {@code ("limit", "200/min")}.
   *
   * @param key the name of the setting
   * @param value its text
   * @return a copy with this setting
   * @throws IllegalArgumentException when there is no such setting or the text doesn't fit it; the
   *     message is one line for people
   */
  public StubBehavior set(String key, String value) {
    return StubSetting.named(key).apply(this, value);
  }

  /**
   * The limit for each key. Default: none.
   *
   * @param limit the rate beyond which requests are answered with 429
   * @return a copy with this limit
   */
  public StubBehavior limit(StubRate limit) {
    Options changed = options.copy();
    changed.limit = limit;
    return new StubBehavior(changed);
  }

  /**
   * No limit.
   *
   * @return a copy that never throttles
   */
  public StubBehavior unlimited() {
    Options changed = options.copy();
    changed.limit = null;
    return new StubBehavior(changed);
  }

  /**
   * How requests are counted against the limit. Default: {@link StubAlgorithm#FIXED_WINDOW}.
   *
   * @param algorithm the algorithm
   * @return a copy with this algorithm
   */
  public StubBehavior algorithm(StubAlgorithm algorithm) {
    Options changed = options.copy();
    changed.algorithm = algorithm;
    return new StubBehavior(changed);
  }

  /**
   * How many tokens the bucket of {@link StubAlgorithm#TOKEN_BUCKET} holds; a fixed window has no
   * use for it. Default: as many as the requests of the limit.
   *
   * @param burst 1 to 1,000,000
   * @return a copy with this burst
   * @throws IllegalArgumentException when out of range
   */
  public StubBehavior burst(int burst) {
    Options changed = options.copy();
    changed.burst = Checks.range("burst", burst, 1, StubRate.MAX_REQUESTS);
    return new StubBehavior(changed);
  }

  /**
   * The header that names the key. Requests without it share one key. Default: {@code X-Api-Key}.
   *
   * @param keyHeader a header's name of at most 100 characters, in any case
   * @return a copy with this header
   * @throws IllegalArgumentException when it isn't a name of a header
   */
  public StubBehavior keyHeader(String keyHeader) {
    boolean token = keyHeader.chars().allMatch(StubBehavior::isTokenCharacter);
    if (keyHeader.isEmpty() || keyHeader.length() > MAX_HEADER_LENGTH || !token) {
      throw new IllegalArgumentException("keyHeader must be the name of a header");
    }
    Options changed = options.copy();
    changed.keyHeader = keyHeader;
    return new StubBehavior(changed);
  }

  /**
   * Whether a throttled answer says when to come again. Default: true.
   *
   * @param retryAfter false leaves the header {@code Retry-After} out
   * @return a copy with this choice
   */
  public StubBehavior retryAfter(boolean retryAfter) {
    Options changed = options.copy();
    changed.retryAfter = retryAfter;
    return new StubBehavior(changed);
  }

  /**
   * How long each answer takes. Default: 0.
   *
   * @param latency 0 to 1 day
   * @return a copy with this latency
   * @throws IllegalArgumentException when out of range
   */
  public StubBehavior latency(Duration latency) {
    return latency(latency, latency);
  }

  /**
   * How long answers take: any time from the least to the most with the same chance.
   *
   * @param least 0 to 1 day
   * @param most at least {@code least}, at most 1 day
   * @return a copy with this latency
   * @throws IllegalArgumentException when out of range
   */
  public StubBehavior latency(Duration least, Duration most) {
    Checks.duration("latency", least, Duration.ZERO);
    Checks.duration("latency", most, Duration.ZERO);
    if (least.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "latency must go from the least to the most, but goes from "
              + Texts.duration(least)
              + " to "
              + Texts.duration(most));
    }
    Options changed = options.copy();
    changed.latencyLeast = least;
    changed.latencyMost = most;
    return new StubBehavior(changed);
  }

  /**
   * The share of requests that are answered with {@link #errorStatus(int)}. Default: 0.
   *
   * @param errorRatio 0 to 1
   * @return a copy with this share
   * @throws IllegalArgumentException when out of range
   */
  public StubBehavior errorRatio(double errorRatio) {
    Options changed = options.copy();
    changed.errorRatio = Checks.ratio("errorRate", errorRatio);
    return new StubBehavior(changed);
  }

  /**
   * The status of the errors. Default: 500.
   *
   * @param errorStatus 400 to 599
   * @return a copy with this status
   * @throws IllegalArgumentException when out of range
   */
  public StubBehavior errorStatus(int errorStatus) {
    Options changed = options.copy();
    changed.errorStatus = Checks.range("errorStatus", errorStatus, 400, 599);
    return new StubBehavior(changed);
  }

  /**
   * The share of requests that are never answered. Default: 0.
   *
   * @param hangRatio 0 to 1
   * @return a copy with this share
   * @throws IllegalArgumentException when out of range
   */
  public StubBehavior hangRatio(double hangRatio) {
    Options changed = options.copy();
    changed.hangRatio = Checks.ratio("hangRate", hangRatio);
    return new StubBehavior(changed);
  }

  /**
   * The share of requests whose answer ends, with its connection, in the middle of the body.
   * Default: 0.
   *
   * @param cutRatio 0 to 1
   * @return a copy with this share
   * @throws IllegalArgumentException when out of range
   */
  public StubBehavior cutRatio(double cutRatio) {
    Options changed = options.copy();
    changed.cutRatio = Checks.ratio("cutRate", cutRatio);
    return new StubBehavior(changed);
  }

  /**
   * Whether the port is closed, and with it each connection. Default: false.
   *
   * @param refuse true closes the port until a later phase or change opens it
   * @return a copy with this choice
   */
  public StubBehavior refuse(boolean refuse) {
    Options changed = options.copy();
    changed.refuse = refuse;
    return new StubBehavior(changed);
  }

  /**
   * The limit for each key.
   *
   * @return empty when nothing is throttled
   */
  public Optional<StubRate> limit() {
    return Optional.ofNullable(options.limit);
  }

  /**
   * How requests are counted against the limit.
   *
   * @return the algorithm
   */
  public StubAlgorithm algorithm() {
    return options.algorithm;
  }

  /**
   * How many tokens the bucket holds.
   *
   * @return empty means as many as the requests of the limit
   */
  public Optional<Integer> burst() {
    return options.burst == 0 ? Optional.empty() : Optional.of(options.burst);
  }

  /**
   * The header that names the key.
   *
   * @return as given
   */
  public String keyHeader() {
    return options.keyHeader;
  }

  /**
   * Whether a throttled answer says when to come again.
   *
   * @return the choice
   */
  public boolean retryAfter() {
    return options.retryAfter;
  }

  /**
   * The least time that an answer takes.
   *
   * @return 0 or more
   */
  public Duration latencyLeast() {
    return options.latencyLeast;
  }

  /**
   * The most time that an answer takes.
   *
   * @return at least {@link #latencyLeast()}
   */
  public Duration latencyMost() {
    return options.latencyMost;
  }

  /**
   * The share of requests that fail.
   *
   * @return 0 to 1
   */
  public double errorRatio() {
    return options.errorRatio;
  }

  /**
   * The status of the errors.
   *
   * @return 400 to 599
   */
  public int errorStatus() {
    return options.errorStatus;
  }

  /**
   * The share of requests that are never answered.
   *
   * @return 0 to 1
   */
  public double hangRatio() {
    return options.hangRatio;
  }

  /**
   * The share of requests whose answer is cut.
   *
   * @return 0 to 1
   */
  public double cutRatio() {
    return options.cutRatio;
  }

  /**
   * Whether the port is closed.
   *
   * @return the choice
   */
  public boolean refuse() {
    return options.refuse;
  }

  /** The settings in the words of a schedule file, as JSON. */
  @Override
  public String toString() {
    return StubSetting.toJson(this).encode();
  }

  /** Whether a character may stand in the name of a header: a token of RFC 9110, 5.6.2. */
  private static boolean isTokenCharacter(int character) {
    boolean letterOrDigit =
        (character >= 'a' && character <= 'z')
            || (character >= 'A' && character <= 'Z')
            || (character >= '0' && character <= '9');
    return letterOrDigit || "!#$%&'*+-.^_`|~".indexOf(character) >= 0;
  }

  /** The values, copied before each change. */
  private static final class Options {
    private @Nullable StubRate limit;
    private StubAlgorithm algorithm = StubAlgorithm.FIXED_WINDOW;

    /** 0 means as many as the requests of the limit. */
    private int burst;

    private String keyHeader = "X-Api-Key";
    private boolean retryAfter = true;
    private Duration latencyLeast = Duration.ZERO;
    private Duration latencyMost = Duration.ZERO;
    private double errorRatio;
    private int errorStatus = 500;
    private double hangRatio;
    private double cutRatio;
    private boolean refuse;

    Options copy() {
      Options copy = new Options();
      copy.limit = limit;
      copy.algorithm = algorithm;
      copy.burst = burst;
      copy.keyHeader = keyHeader;
      copy.retryAfter = retryAfter;
      copy.latencyLeast = latencyLeast;
      copy.latencyMost = latencyMost;
      copy.errorRatio = errorRatio;
      copy.errorStatus = errorStatus;
      copy.hangRatio = hangRatio;
      copy.cutRatio = cutRatio;
      copy.refuse = refuse;
      return copy;
    }
  }
}
