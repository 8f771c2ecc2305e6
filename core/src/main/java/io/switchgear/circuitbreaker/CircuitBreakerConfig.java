// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RandomSource;
import io.switchgear.core.Throttled;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a circuit breaker. Begin with {@link CircuitBreaker#named}; each method gives a
 * copy with one setting changed, so that a test can take the settings of production and replace
 * only their {@link #time(TimeSource)}.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class CircuitBreakerConfig {
  private static final int MAX_TRIAL_CALLS = 1_000;
  private static final Duration LEAST_TRIAL_TIMEOUT = Duration.ofSeconds(30);
  private static final KeyLimits DEFAULT_KEY_LIMITS = KeyLimits.maxKeys(100_000);

  private final Options options;

  /** The trip rules and what else gathers evidence. */
  private final List<TripRule> rules;

  // Copies of what each call asks for.
  private final Verdicts<? super @Nullable Object> verdicts;
  private final Object evidenceSource;
  private final boolean firstSuccessIsAbsorbed;
  private final boolean watchesInFlight;
  private final long trialTimeoutNanos;

  private CircuitBreakerConfig(Options options) {
    this.options = options;
    this.verdicts = options.verdicts;
    this.rules = options.evidenceRules();
    Evidence none = AnyOf.begin(rules);
    this.evidenceSource = none.source();
    this.firstSuccessIsAbsorbed = none.absorbsSuccess();
    this.watchesInFlight = rules.stream().anyMatch(TripRule::watchesInFlight);
    this.trialTimeoutNanos = trialTimeout().toNanos();
  }

  static CircuitBreakerConfig named(String name) {
    Options options = new Options();
    options.name = Arguments.name("name", name);
    return new CircuitBreakerConfig(options);
  }

  /**
   * The rules that open the circuit, any of them. Default: {@code consecutiveFailures(5)}, or none
   * with {@link #proportional}.
   *
   * @param first a rule
   * @param more further rules
   * @return a copy with these rules instead of the former ones
   * @throws IllegalArgumentException when more than one of them is a slow call rate
   */
  public CircuitBreakerConfig tripOn(TripRule first, TripRule... more) {
    Options changed = options.copy();
    List<TripRule> rules = new ArrayList<>();
    rules.add(Objects.requireNonNull(first, "first"));
    for (TripRule rule : Objects.requireNonNull(more, "more")) {
      rules.add(Objects.requireNonNull(rule, "more"));
    }
    changed.tripRules = rules;
    if (rules.stream().filter(TripRule::watchesInFlight).count() > 1) {
      throw new IllegalArgumentException("a circuit can have one slow call rate, not several");
    }
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Has the closed circuit reject about the failing share of the calls, in place of opening: for
   * partial outages. Trip rules still open it if they are set with {@link #tripOn}; the default
   * rule doesn't apply then. Default: all calls are admitted while the circuit is closed.
   *
   * @param mode over which time, and from which share on
   * @return a copy with this mode
   */
  public CircuitBreakerConfig proportional(Proportional mode) {
    Options changed = options.copy();
    changed.proportional = Objects.requireNonNull(mode, "mode");
    return new CircuitBreakerConfig(changed);
  }

  /**
   * How long the circuit stays open before trial calls begin, always the same. Default: 30 s.
   *
   * @param coolDown 1 ms to 366 days
   * @return a copy with this cool-down
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig coolDown(Duration coolDown) {
    return coolDown(CoolDown.fixed(Arguments.positive("coolDown", coolDown)));
  }

  /**
   * How long the circuit stays open before trial calls begin. Default: 30 s each time.
   *
   * @param coolDown the cool-down, which may grow and vary
   * @return a copy with this cool-down
   */
  public CircuitBreakerConfig coolDown(CoolDown coolDown) {
    Options changed = options.copy();
    changed.coolDown = Objects.requireNonNull(coolDown, "coolDown");
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Keeps the circuit open for as long as the result that opened it asked for (its retry-after),
   * when that is longer than the cool-down. Default: the cool-down alone decides.
   *
   * @param upTo the longest wait that is believed, 1 ms to 366 days; of a longer one, this much
   * @return a copy that trusts such waits
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig trustRetryAfter(Duration upTo) {
    Options changed = options.copy();
    changed.trustedWait = Arguments.positive("trustRetryAfter", upTo);
    return new CircuitBreakerConfig(changed);
  }

  /**
   * How many trial calls may run at the same time while the circuit is half-open. A trial that was
   * out when the circuit left the half-open state has its place until it ends, but no longer than
   * {@link #trialTimeout}, should the circuit be half-open again without closing. Default: 1.
   *
   * @param trialCalls 1 to 1,000
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig trialCalls(int trialCalls) {
    Options changed = options.copy();
    changed.trialCalls = Arguments.inRange("trialCalls", trialCalls, 1, MAX_TRIAL_CALLS);
    return new CircuitBreakerConfig(changed);
  }

  /**
   * How many trial calls must pass for the circuit to close. The first that fails opens it again.
   * Default: as many as {@link #trialCalls(int)}. It may be larger: then trials follow one another.
   *
   * @param successThreshold 1 to 1,000
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig successThreshold(int successThreshold) {
    Options changed = options.copy();
    changed.successThreshold =
        Arguments.inRange("successThreshold", successThreshold, 1, MAX_TRIAL_CALLS);
    return new CircuitBreakerConfig(changed);
  }

  /**
   * How long a trial call may take; one that takes longer counts as failed and its place is free.
   * Default: the first cool-down, but at least 30 s.
   *
   * @param trialTimeout 1 ms to 366 days
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig trialTimeout(Duration trialTimeout) {
    Options changed = options.copy();
    changed.trialTimeout = Arguments.positive("trialTimeout", trialTimeout);
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Lets calls through in a growing share after the circuit has closed, from a tenth to all. A new
   * trip during this time counts. Default: all at once.
   *
   * @param ramp how long it takes until all are let through, 1 ms to 366 days
   * @return a copy with this ramp
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig ramp(Duration ramp) {
    Options changed = options.copy();
    changed.ramp = Arguments.positive("ramp", ramp);
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Asks for the dependency's health while the circuit is open: once right after the trip, then
   * again and again. When it is healthy, trial calls begin before the cool-down is over; when it
   * was healthy right after the trip, the trip is counted as suspected to be wrong. Default: none.
   *
   * @param probe asks
   * @param interval the time from one answer to the next question, 1 ms to 366 days
   * @return a copy with this probe
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig healthProbe(HealthProbe probe, Duration interval) {
    Options changed = options.copy();
    changed.probeInterval = Arguments.positive("interval", interval);
    changed.probe = Objects.requireNonNull(probe, "probe");
    return new CircuitBreakerConfig(changed);
  }

  /**
   * What a throttled result does. Default: {@link Throttled#PACE}.
   *
   * @param throttled the choice
   * @return a copy with this choice
   */
  public CircuitBreakerConfig throttled(Throttled throttled) {
    Options changed = options.copy();
    changed.throttled = Objects.requireNonNull(throttled, "throttled");
    return new CircuitBreakerConfig(changed);
  }

  /**
   * How long a hold lasts that named no time. The circuit refuses calls so long, or until a reset.
   * Default: 1 h.
   *
   * @param holdFor 1 ms to 366 days
   * @return a copy with this time
   * @throws IllegalArgumentException when out of range
   */
  public CircuitBreakerConfig holdFor(Duration holdFor) {
    Options changed = options.copy();
    changed.holdFor = Arguments.positive("holdFor", holdFor);
    return new CircuitBreakerConfig(changed);
  }

  /**
   * How finished calls are read. Default: {@link Verdicts#standard()}.
   *
   * @param verdicts reads any result that the protected calls return
   * @return a copy with this reading
   */
  public CircuitBreakerConfig verdicts(Verdicts<? super @Nullable Object> verdicts) {
    Options changed = options.copy();
    changed.verdicts = Objects.requireNonNull(verdicts, "verdicts");
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Whether calls and permits are counted ({@link CircuitStats}). Without it a healthy call of a
   * rule on counts or on failures in a row writes nothing that other threads see; numbers of calls
   * then stay where they are. Default: true.
   *
   * @param counted the choice
   * @return a copy with this choice
   */
  public CircuitBreakerConfig countCalls(boolean counted) {
    Options changed = options.copy();
    changed.countCalls = counted;
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public CircuitBreakerConfig time(TimeSource time) {
    Options changed = options.copy();
    changed.time = Objects.requireNonNull(time, "time");
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Where chance comes from, for cool-downs with jitter, ramps and the proportional mode. Default:
   * {@link RandomSource#system()}.
   *
   * @param random the chance
   * @return a copy with this chance
   */
  public CircuitBreakerConfig random(RandomSource random) {
    Options changed = options.copy();
    changed.random = Objects.requireNonNull(random, "random");
    return new CircuitBreakerConfig(changed);
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in rejections, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public CircuitBreakerConfig name(String name) {
    Options changed = options.copy();
    changed.name = Arguments.name("name", name);
    return new CircuitBreakerConfig(changed);
  }

  /**
   * Makes one breaker.
   *
   * @return a closed breaker
   */
  public CircuitBreaker build() {
    return CircuitBreaker.standalone(this);
  }

  /**
   * Makes a breaker for each key, for at most 100,000 keys.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @return the family of breakers
   */
  public <K> KeyedCircuitBreaker<K> keyed() {
    return keyed(DEFAULT_KEY_LIMITS);
  }

  /**
   * Makes a breaker for each key.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @param limits how many keys are remembered and for how long
   * @return the family of breakers
   */
  public <K> KeyedCircuitBreaker<K> keyed(KeyLimits limits) {
    return new KeyedCircuitBreaker<>(this, Objects.requireNonNull(limits, "limits"));
  }

  /**
   * The name.
   *
   * @return as given
   */
  public String name() {
    return options.name;
  }

  /**
   * The rules, any of which opens the circuit.
   *
   * @return the rules; empty only with {@link #proportional} alone
   */
  public List<TripRule> tripRules() {
    return List.copyOf(options.tripRules());
  }

  /**
   * How long the circuit stays open.
   *
   * @return the cool-down
   */
  public CoolDown coolDown() {
    return options.coolDown;
  }

  /**
   * How many trial calls may run at the same time.
   *
   * @return the number
   */
  public int trialCalls() {
    return options.trialCalls;
  }

  /**
   * How many trial calls must pass.
   *
   * @return the number
   */
  public int successThreshold() {
    return options.successThreshold == 0 ? options.trialCalls : options.successThreshold;
  }

  /**
   * How long a trial call may take.
   *
   * @return the limit
   */
  public Duration trialTimeout() {
    if (options.trialTimeout != null) {
      return options.trialTimeout;
    }
    Duration first = options.coolDown.first();
    return first.compareTo(LEAST_TRIAL_TIMEOUT) > 0 ? first : LEAST_TRIAL_TIMEOUT;
  }

  /**
   * What a throttled result does.
   *
   * @return the choice
   */
  public Throttled throttled() {
    return options.throttled;
  }

  boolean countsCalls() {
    return options.countCalls;
  }

  /**
   * How finished calls are read.
   *
   * @return the reading
   */
  public Verdicts<? super @Nullable Object> verdicts() {
    return verdicts;
  }

  TimeSource time() {
    return options.time;
  }

  Evidence beginEvidence() {
    return AnyOf.begin(rules);
  }

  /** Whether these settings' rules made some evidence. */
  boolean made(Evidence evidence) {
    return evidence.source() == evidenceSource;
  }

  /** The evidence of other rules, as far as it means something to these. */
  Evidence adopt(Evidence former) {
    return AnyOf.adopt(rules, former);
  }

  /** Whether a success is nothing to remember for a circuit that has seen nothing yet. */
  boolean firstSuccessIsAbsorbed() {
    return firstSuccessIsAbsorbed;
  }

  /** Whether calls must be watched while they run. */
  boolean watchesInFlight() {
    return watchesInFlight;
  }

  /** Whether a closed circuit admits each call without a look at anything. */
  boolean admitsPlainly() {
    return !watchesInFlight && !isProportional();
  }

  boolean isProportional() {
    return options.proportional != null;
  }

  /** How often the share that is rejected changes through time alone. */
  long sheddingStepNanos() {
    Proportional mode = options.proportional;
    return mode == null ? 0 : SlicedCounts.sliceNanos(mode.window().toNanos());
  }

  /** The probing of a circuit that has just entered a phase, if it has to be probed. */
  Optional<Probing> probing(Circuit circuit, Phase entered) {
    boolean tripped = entered instanceof Open open && open.isByItself();
    HealthProbe probe = tripped ? options.probe : null;
    return probe == null
        ? Optional.empty()
        : Optional.of(new Probing(circuit, entered.generation(), probe, options.probeInterval));
  }

  /** 0 for none. */
  long rampNanos() {
    return options.ramp.toNanos();
  }

  double nextRandom() {
    return options.random.nextDouble();
  }

  Effect effect(Assessment assessment) {
    return Effect.of(assessment, throttled());
  }

  /**
   * The first cool-down without jitter, for those who must be told to wait and don't know for what.
   */
  long coolDownNanos() {
    return options.coolDown.first().toNanos();
  }

  long coolDownNanos(int openingsBefore) {
    return options.coolDown.nanos(openingsBefore, options.random);
  }

  long healthyStretchNanos() {
    return options.coolDown.healthyStretchNanos();
  }

  /** How long the result that opens the circuit keeps it open at least. */
  long trustedWaitNanos(Assessment assessment) {
    return Math.min(waitNanos(assessment), options.trustedWait.toNanos());
  }

  long trialTimeoutNanos() {
    return trialTimeoutNanos;
  }

  /** The wish in a result whose effect is a pause. */
  Pause pause(Assessment assessment, long nowNanos) {
    long wait = waitNanos(assessment);
    if (throttled() != Throttled.HOLD && !assessment.isHold()) {
      return Pause.paced(nowNanos + wait);
    }
    return Pause.held(nowNanos + (wait > 0 ? wait : options.holdFor.toNanos()));
  }

  private static long waitNanos(Assessment assessment) {
    return assessment.retryAfter().map(Arguments::saturatedNanos).orElse(0L);
  }

  @Override
  public String toString() {
    String mode = options.proportional == null ? "" : options.proportional + ", ";
    return name() + ": " + mode + "trips on " + tripRules() + ", cool-down " + coolDown();
  }
}
