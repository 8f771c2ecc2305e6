// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.cache.AnswerCacheConfig;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RandomSource;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Throttled;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.hedge.HedgeConfig;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A random pipeline with everything that a simulation wants to know about it. */
final class Subject {
  static final int KEYS = 3;

  final VirtualTime time;
  final Findings findings;
  final FlakyTimer timer;

  /** Whether the timer works all along, so that time limits hold. */
  final boolean timerIsSound;

  final boolean keyed;
  final Records records;
  @Nullable Duration deadline;
  @Nullable Duration timeout;
  @Nullable AnswerCacheConfig cache;
  @Nullable RetryConfig retry;
  @Nullable HedgeConfig hedge;
  @Nullable CircuitBreakerConfig circuit;
  @Nullable Bulkhead bulkhead;
  boolean sizedByItself;
  @Nullable RateDraw rate;
  @Nullable RateLimiter limiter;
  boolean paced;

  /** The most trial calls that the circuit has ever allowed at once. */
  int mostTrialCalls;

  /** Whether each key has policies of its own, rather than sharing them when they are too many. */
  final boolean roomForAllKeys;

  /** How many results the pipeline has read as successes. */
  int successes;

  /** How many results the pipeline has read as throttled. */
  int throttled;

  private final SplittableRandom random;
  private final SplittableRandom hooks;
  private @Nullable Pipeline<@Nullable String> single;
  private @Nullable KeyedPipeline<Integer, @Nullable String> family;

  Subject(SplittableRandom random, VirtualTime time, Findings findings) {
    this.random = random;
    this.time = time;
    this.findings = findings;
    this.hooks = random.split();
    this.timer = new FlakyTimer(time, random.split());
    this.timerIsSound = timer.isSound();
    this.keyed = random.nextInt(4) == 0;
    this.roomForAllKeys = random.nextBoolean();
    this.records = Records.values()[random.nextInt(2)];
    PipelineConfig<@Nullable String> config = gates(repeats(around()));
    if (keyed) {
      family = config.keyed(KeyLimits.maxKeys(roomForAllKeys ? KEYS : 1));
      family.circuitBreakers().ifPresent(this::listen);
    } else {
      single = config.build();
      single.circuitBreaker().ifPresent(this::listen);
    }
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private PipelineConfig<@Nullable String> around() {
    PipelineConfig<@Nullable String> config = Pipeline.named("subject");
    config = config.time(timer).random(RandomSource.seeded(random.nextLong()));
    config = config.verdicts(this::read);
    if (oneIn(3)) {
      config = config.fallback(() -> hook(SimulatedCall.FALLBACK));
    } else if (oneIn(3)) {
      config = config.noFallback("try again");
    }
    if (oneIn(3)) {
      deadline = ofMillis(100 + random.nextInt(4_000));
      config = config.deadline(deadline);
    }
    if (oneIn(3)) {
      cache =
          AnswerCache.named("cache")
              .freshFor(ofMillis(1 + random.nextInt(300)))
              .staleWhileRevalidate(ofMillis(random.nextInt(500)))
              .staleIfError(ofMillis(random.nextInt(2_000)))
              .refreshPause(ofMillis(1 + random.nextInt(200)))
              .loadWithin(ofMillis(300 + random.nextInt(3_000)))
              .maxEntries(1 + random.nextInt(4));
      config = config.cache(cache);
    }
    return config;
  }

  private PipelineConfig<@Nullable String> repeats(PipelineConfig<@Nullable String> given) {
    PipelineConfig<@Nullable String> config = given;
    if (!oneIn(3)) {
      RetryConfig drawn = backOff().maxAttempts(1 + random.nextInt(4)).budget(budget());
      drawn = drawn.idempotent(!oneIn(4)).maxRetryAfter(ofSeconds(2));
      retry = oneIn(4) ? drawn.retryRejections(RejectionReason.BULKHEAD_FULL) : drawn;
      config = config.retry(retry);
    }
    if (oneIn(3)) {
      HedgeConfig drawn = Hedge.named("hedge").maxAttempts(2 + random.nextInt(2));
      drawn = drawn.idempotent(!oneIn(4)).budget(budget());
      Duration delay = ofMillis(10 + random.nextInt(300));
      hedge = oneIn(2) ? drawn.after(delay) : drawn.afterSlowest(0.2).initialDelay(delay);
      config = config.hedge(hedge);
    }
    return config;
  }

  private RetryConfig backOff() {
    Duration first = ofMillis(1 + random.nextInt(200));
    return switch (random.nextInt(4)) {
      case 0 -> RetryConfig.fixed(first).noJitter();
      case 1 -> RetryConfig.exponential(first).equalJitter();
      case 2 -> RetryConfig.exponential(first).fullJitter();
      default -> RetryConfig.decorrelated(first);
    };
  }

  private AttemptBudget budget() {
    return oneIn(4)
        ? AttemptBudget.unlimited()
        : AttemptBudget.ofCalls(0.1 + random.nextInt(5) / 10.0).minPerSecond(random.nextInt(3));
  }

  private PipelineConfig<@Nullable String> gates(PipelineConfig<@Nullable String> given) {
    PipelineConfig<@Nullable String> config = given;
    boolean needsKeys = keyed && cache == null;
    if (needsKeys || !oneIn(4)) {
      CircuitBreakerConfig drawn = new CircuitDraw(random).draw();
      use(drawn);
      config = config.circuitBreaker(drawn).records(records);
    }
    if (!oneIn(3)) {
      config = place(config);
    }
    if (!oneIn(3)) {
      config = permit(config);
    }
    if (oneIn(2)) {
      Duration drawn = ofMillis(50 + random.nextInt(900));
      timeout = deadline == null || drawn.compareTo(deadline) < 0 ? drawn : deadline;
      config = config.timeout(timeout);
    }
    return config;
  }

  private PipelineConfig<@Nullable String> place(PipelineConfig<@Nullable String> config) {
    Bulkhead made =
        Bulkhead.named("bulkhead")
            .maxConcurrent(1 + random.nextInt(6))
            .maxQueued(random.nextInt(3) * random.nextInt(5))
            .maxWait(ofMillis(1 + random.nextInt(2_000)))
            .time(timer)
            .build();
    bulkhead = made;
    sizedByItself = oneIn(4);
    if (!sizedByItself) {
      return config.bulkhead(made);
    }
    return config.bulkhead(
        oneIn(2)
            ? AdaptiveConcurrency.gradient(made, 1, 8)
            : AdaptiveConcurrency.aimd(made, 1, 8, ofMillis(200)));
  }

  private PipelineConfig<@Nullable String> permit(PipelineConfig<@Nullable String> config) {
    if (oneIn(3)) {
      paced = true;
      Duration wait = ofMillis(random.nextInt(2_000));
      return config.pacer(AdaptivePacer.named("pacer", 5, ofSeconds(1)).maxWait(wait));
    }
    RateDraw drawn = new RateDraw(RateDraw.kind(random), random);
    rate = drawn;
    if (keyed) {
      return config.rateLimiter(drawn.config);
    }
    limiter = drawn.config.time(timer).build();
    return config.rateLimiter(limiter);
  }

  private void listen(CircuitBreaker breaker) {
    var unused = breaker.onTransition(moved -> findings.note(0, hook("moves to "), moved.to()));
    listenToRetries(single);
  }

  private void listen(KeyedCircuitBreaker<Integer> breakers) {
    var unused = breakers.onTransition(moved -> hook("moved"));
  }

  private void listenToRetries(@Nullable Pipeline<?> pipeline) {
    if (pipeline != null) {
      pipeline.retry().ifPresent(made -> made.onDecision(decision -> hook("decided")));
    }
  }

  /** What a user's hook gives, if it doesn't throw. */
  private String hook(String result) {
    return switch (hooks.nextInt(24)) {
      case 0 -> throw new IllegalStateException("hook");
      case 1 -> throw new LinkageError("hook");
      default -> result;
    };
  }

  private Assessment read(@Nullable String result, @Nullable Throwable error) {
    Assessment assessment = Upstream.read(result, error);
    String unused = hook("read");
    if (assessment.verdict() == Verdict.SUCCESS) {
      successes++;
    } else if (assessment.verdict() == Verdict.THROTTLED) {
      throttled++;
    }
    return assessment;
  }

  Pipeline<@Nullable String> pipeline(int key) {
    return family != null ? family.forKey(key) : Objects.requireNonNull(single);
  }

  @Nullable KeyedCircuitBreaker<Integer> breakers() {
    return family == null ? null : family.circuitBreakers().orElse(null);
  }

  void use(CircuitBreakerConfig settings) {
    circuit = settings;
    mostTrialCalls = Math.max(mostTrialCalls, settings.trialCalls());
  }

  /** Whether the circuit holds calls back when the dependency asks for less. */
  boolean obeysThrottling() {
    Throttled mode = circuit == null ? Throttled.IGNORE : circuit.throttled();
    return mode == Throttled.PACE || mode == Throttled.HOLD;
  }

  int trialCalls() {
    return circuit == null ? 0 : circuit.trialCalls();
  }

  /** How many attempts one call may make that doesn't ask the cache. */
  int maxAttempts(CallOptions options) {
    boolean retries = retry != null && options.isRepeatable(retry.idempotent());
    boolean hedges = hedge != null && options.isRepeatable(hedge.idempotent());
    int inARow = retries && retry != null ? retry.maxAttempts() : 1;
    return inARow * (hedges && hedge != null ? hedge.maxAttempts() : 1);
  }

  /** How many attempts beyond the first ones the budgets allow by now. */
  double furtherAttempts() {
    return (retry == null ? 0 : allowance(retry.budget()))
        + (hedge == null ? 0 : allowance(hedge.budget()));
  }

  private double allowance(AttemptBudget budget) {
    if (budget.isUnlimited()) {
      return Double.POSITIVE_INFINITY;
    }
    double saved = budget.minPerSecond() == 0 ? 0 : Math.max(1, 5 * budget.minPerSecond());
    double seconds = time.nanoTime() / 1e9;
    return budget.ratio() * successes + saved + budget.minPerSecond() * seconds;
  }

  @Override
  public String toString() {
    return (keyed ? "keyed " : "")
        + records
        + (timeout == null ? "" : ", timeout " + timeout)
        + (deadline == null ? "" : ", deadline " + deadline)
        + (cache == null ? "" : ", " + cache)
        + (retry == null ? "" : ", " + retry)
        + (hedge == null ? "" : ", " + hedge)
        + (circuit == null ? "" : ", " + circuit)
        + (bulkhead == null ? "" : ", " + bulkhead + (sizedByItself ? " (adaptive)" : ""))
        + (rate == null ? "" : ", " + rate.config)
        + (paced ? ", paced" : "");
  }
}
