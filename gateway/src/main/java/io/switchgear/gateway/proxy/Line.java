// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.config.policies.CallPipelines;
import io.switchgear.core.Assessment;
import io.switchgear.core.Verdicts;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.pipeline.Pipeline;
import org.jspecify.annotations.Nullable;

/** The way of an operation's requests to their dependency. */
final class Line {
  private final Dependency dependency;
  private final Operation operation;
  private final CallPipelines<Answer> pipelines;

  Line(Dependency dependency, Operation operation) {
    this.dependency = dependency;
    this.operation = operation;
    this.pipelines = operation.policies().pipelines(Line::read);
    var unused = pipelines.onRetryDecision(operation.meter()::decided);
  }

  private static Assessment read(@Nullable Answer answer, @Nullable Throwable error) {
    if (answer != null) {
      return answer.assessment();
    }
    return error instanceof CallFailure failure
        ? failure.assessment()
        : Verdicts.standard().assess(null, error);
  }

  Dependency dependency() {
    return dependency;
  }

  Operation operation() {
    return operation;
  }

  /** The policies for a request. */
  Pipeline<Answer> policies(boolean hedges, CircuitBreaker circuit, String key) {
    return pipelines.of(hedges, circuit, key);
  }
}
