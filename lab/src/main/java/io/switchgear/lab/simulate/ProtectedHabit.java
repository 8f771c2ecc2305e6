// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.policies.CallPipelines;
import io.switchgear.config.policies.DependencyPolicies;
import io.switchgear.config.policies.OperationPolicies;
import io.switchgear.config.policies.PolicyContext;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.Verdicts;
import io.switchgear.pipeline.Pipeline;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The policies of Switchgear around the call: those of the gateway, made by the same code. */
final class ProtectedHabit implements Habit {
  private final World world;
  private final KeyNames keys;
  private final boolean keyed;
  private final DependencyPolicies policies;
  private final Map<String, Line> lines = new HashMap<>();

  ProtectedHabit(World world, DependencyConfig config, KeyNames keys) {
    this.world = world;
    this.keys = keys;
    this.keyed = config.key().isPresent();
    this.policies =
        DependencyPolicies.of(
            config, new PolicyContext(world.time(), () -> world.random().nextDouble()));
    for (OperationPolicies operation : policies.operations()) {
      operation
          .circuits()
          .onTransition(
              transition -> world.measures().moved(transition, keys.number(transition.key())));
    }
  }

  @Override
  public void call(Work work, Listener listener) {
    Line line = lines.computeIfAbsent(work.method(), this::line);
    String key = keyed ? keys.name(work.key()) : "";
    CircuitBreaker circuit = line.operation.circuits().forKey(key);
    Pipeline<Reply> pipeline = line.pipelines.of(line.hedged, circuit, key);
    CallOptions options =
        line.options.deadline(Deadline.after(line.operation.timeout().total(), world.time()));
    CompletableFuture<Reply> call =
        pipeline.callAsync(options, given -> attempt(line, work.key(), given.deadline()));
    var unused = call.whenComplete((reply, error) -> ended(work, listener, reply, error));
  }

  private Line line(String method) {
    OperationPolicies operation = policies.operation(method, "/");
    boolean minted = operation.mintsIdempotencyKeys();
    return new Line(
        operation,
        operation.pipelines(ProtectedHabit::read),
        operation.isHedged(method, minted),
        CallOptions.none().idempotent(operation.mayRepeat(method, minted)));
  }

  private static Assessment read(@Nullable Reply reply, @Nullable Throwable error) {
    return reply == null ? Verdicts.standard().assess(null, error) : reply.assessment();
  }

  private CompletableFuture<Reply> attempt(Line line, int key, Deadline deadline) {
    SentCall sent = new SentCall(world, key, line.operation.timeout().connect().toNanos());
    sent.start(Math.min(line.operation.timeout().firstByte().toNanos(), deadline.remainingNanos()));
    return sent.reply;
  }

  private static void ended(
      Work work, Listener listener, @Nullable Reply reply, @Nullable Throwable error) {
    if (error instanceof CallRejectedException refusal) {
      listener.ended(work, End.REFUSAL, refusal.retryAfter().toNanos());
    } else {
      boolean good = reply != null && reply.isSuccess();
      listener.ended(work, good ? End.SUCCESS : End.FAILURE, 0);
    }
  }

  /** The way of the calls of one method. */
  private record Line(
      OperationPolicies operation,
      CallPipelines<Reply> pipelines,
      boolean hedged,
      CallOptions options) {}

  /** A call whose reply a pipeline waits for. */
  private static final class SentCall extends Attempt {
    private final long connectNanos;
    private final CompletableFuture<Reply> reply = new Awaited();

    SentCall(World world, int key, long connectNanos) {
      super(world, key);
      this.connectNanos = connectNanos;
    }

    @Override
    void end(Reply given) {
      reply.complete(given);
    }

    @Override
    long connectNanos() {
      return connectNanos;
    }

    /** When a pipeline wants no reply any more, nobody waits for one. */
    private final class Awaited extends CompletableFuture<Reply> {
      @Override
      public boolean cancel(boolean mayInterruptIfRunning) {
        giveUp();
        return super.cancel(mayInterruptIfRunning);
      }
    }
  }
}
