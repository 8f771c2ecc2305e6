// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.upstream.UpstreamHead;
import io.switchgear.pipeline.Pipeline;
import io.vertx.core.MultiMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One of the dependencies that a request may go to: with which policies, and as what. */
final class Destination {
  private final Plane plane;
  private final Line line;
  private final Incoming incoming;
  private final Outgoing outgoing;
  private @Nullable String key;
  private @Nullable CircuitBreaker circuit;

  /**
   * A destination of a request.
   *
   * @param plane what all calls share
   * @param line the way there
   * @param incoming the request
   * @param changes what it is changed to
   * @param followed whether another dependency may answer if this one doesn't
   */
  Destination(Plane plane, Line line, Incoming incoming, RequestChanges changes, boolean followed) {
    Dependency dependency = line.dependency();
    this.plane = plane;
    this.line = line;
    this.incoming = incoming;
    this.outgoing =
        new Outgoing(
            incoming.method(),
            incoming.target().onto(dependency.endpoint().basePath()),
            changes.headersOf(incoming.headers()),
            changes.bodyOf(incoming.body()),
            followed || line.operation().policies().repeats());
  }

  /** The label of the request's key there; not before the body is read if the key is in it. */
  String key() {
    String known = key;
    if (known == null) {
      MultiMap headers = incoming.client().headers();
      known = line.dependency().keyOf(incoming.target(), headers, incoming.body().whole());
      key = known;
    }
    return known;
  }

  CircuitBreaker circuit() {
    CircuitBreaker known = circuit;
    if (known == null) {
      known = line.operation().circuits().forKey(key());
      circuit = known;
    }
    return known;
  }

  /** The policies for the request; to be asked when as much of its body is read as will be. */
  Pipeline<Answer> policies() {
    boolean hedges =
        outgoing.body().isKept()
            && line.operation()
                .policies()
                .isHedged(incoming.method().name(), incoming.hasIdempotencyKey());
    return line.policies(hedges, circuit(), key());
  }

  /**
   * Makes an attempt.
   *
   * @param options until when there must be an answer
   * @param whole until when the answer must be complete
   */
  CompletionStage<Answer> attempt(CallOptions options, Deadline whole) {
    CompletableFuture<Answer> answer =
        new Attempt(plane, line, outgoing, new Attempt.Limits(options.deadline(), whole)).start();
    if (line.dependency().rates().learns()) {
      var unused = answer.thenAccept(this::learn);
    }
    return answer;
  }

  /** Whatever the answer is, its headers may tell what is left of the dependency's limit. */
  private void learn(Answer answer) {
    Dependency dependency = line.dependency();
    dependency
        .verdicts()
        .quota(new UpstreamHead(answer.head()))
        .ifPresent(quota -> dependency.rates().learn(key(), quota));
  }
}
