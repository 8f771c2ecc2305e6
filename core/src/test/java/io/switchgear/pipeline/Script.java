// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ZERO;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the attempts of a call do, one after the other, the same for blocking and asynchronous
 * calls. The last step is repeated.
 */
final class Script {
  private final VirtualTime time;
  private final Queue<Step> steps = new ArrayDeque<>();
  private final AtomicInteger attempts = new AtomicInteger();

  Script(VirtualTime time) {
    this.time = time;
  }

  Script returns(String result) {
    return add(new Step(ZERO, result, null));
  }

  Script fails(Exception error) {
    return add(new Step(ZERO, "", error));
  }

  Script takes(Duration duration, String result) {
    return add(new Step(duration, result, null));
  }

  private Script add(Step step) {
    steps.add(step);
    return this;
  }

  int attempts() {
    return attempts.get();
  }

  private synchronized Step next() {
    attempts.incrementAndGet();
    return steps.size() > 1 ? steps.remove() : steps.element();
  }

  /** A blocking attempt. Its time passes on its own thread; it ends early when interrupted. */
  String make() throws Exception {
    Step step = next();
    AtomicBoolean over = new AtomicBoolean(step.duration.isZero());
    var end = time.schedule(step.duration, () -> over.set(true));
    while (!over.get() && !Thread.currentThread().isInterrupted()) {
      time.advanceToNextTask();
    }
    end.cancel();
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted in an attempt");
    }
    if (step.error != null) {
      throw step.error;
    }
    return step.result;
  }

  /** An asynchronous attempt. */
  CompletableFuture<String> start() {
    Step step = next();
    CompletableFuture<String> future = new CompletableFuture<>();
    Runnable end =
        () -> {
          if (step.error == null) {
            future.complete(step.result);
          } else {
            future.completeExceptionally(step.error);
          }
        };
    if (step.duration.isZero()) {
      end.run();
    } else {
      var timer = time.schedule(step.duration, end);
      var unused = future.whenComplete((result, error) -> timer.cancel());
    }
    return future;
  }

  private record Step(
      Duration duration, String result, @org.jspecify.annotations.Nullable Exception error) {}
}
