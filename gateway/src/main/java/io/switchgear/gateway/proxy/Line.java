// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.Assessment;
import io.switchgear.core.TimeSource;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.ratelimit.RateLimiter;
import org.jspecify.annotations.Nullable;

/**
 * The way to one dependency: its policies as a pipeline, in the order that pipelines have. Circuit
 * and rate limit are those of the call's key.
 */
final class Line {
  private final Dependency dependency;
  private final Pipeline<Attempt> pipeline;

  Line(Dependency dependency, TimeSource time) {
    this.dependency = dependency;
    this.pipeline = pipeline(dependency, time);
  }

  private static Pipeline<Attempt> pipeline(Dependency dependency, TimeSource time) {
    String name = dependency.name();
    PipelineConfig<Attempt> policies =
        Pipeline.<Attempt>named(name)
            .circuitBreaker(CircuitBreaker.named(name).time(time).build())
            .bulkhead(dependency.bulkhead());
    RateLimiter anyLimiter = dependency.limiterOf("");
    return (anyLimiter == null ? policies : policies.rateLimiter(anyLimiter))
        .verdicts(Line::read)
        .callsKeepDeadline()
        .time(time)
        .build();
  }

  private static Assessment read(@Nullable Attempt answer, @Nullable Throwable error) {
    if (answer != null) {
      return answer.assessment();
    }
    return error instanceof CallFailure failure
        ? failure.assessment()
        : io.switchgear.core.Verdicts.standard().assess(null, error);
  }

  Dependency dependency() {
    return dependency;
  }

  /** The policies for the calls of one key. */
  Pipeline<Attempt> policies(CircuitBreaker circuit, @Nullable RateLimiter limiter) {
    Pipeline<Attempt> own = pipeline.with(circuit);
    return limiter == null ? own : own.with(limiter);
  }
}
