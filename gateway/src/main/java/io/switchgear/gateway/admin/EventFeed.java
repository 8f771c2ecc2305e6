// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.Transition;
import io.switchgear.circuitbreaker.TransitionListener;
import io.switchgear.gateway.circuit.Token;
import io.switchgear.gateway.reload.ReloadListener;
import io.switchgear.gateway.reload.ReloadReport;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells those who listen what happens, as server-sent events: transitions of circuits, orders of
 * operators, reloads of the settings. What happens before somebody listens isn't told; the views of
 * the circuits have the state.
 *
 * <p>All of it is bounded: how many listen, how much of what happened waits to be told (beyond it,
 * an event tells how much was left out), and how far behind a listener may be before it is cut off.
 *
 * <p><b>Thread safety:</b> whoever has something to tell may do so on any thread, and never waits;
 * the rest happens on the event loop of the admin address.
 */
public final class EventFeed implements TransitionListener, ReloadListener {
  static final int MAX_READERS = 32;

  private static final int MAX_PENDING = 1_000;
  private static final long HEARTBEAT_MILLIS = 15_000;
  private static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger leftOut = new AtomicInteger();
  private volatile @Nullable Context context;
  private volatile boolean isRead;

  // On the event loop alone.
  private final Set<HttpServerResponse> readers = new LinkedHashSet<>();
  private long sent;

  /** A feed that nobody reads yet. */
  public EventFeed() {}

  /** Says where it is told. To be called on that event loop. */
  void runOn(Context loop) {
    context = loop;
    loop.owner().setPeriodic(HEARTBEAT_MILLIS, id -> write(HEARTBEAT));
  }

  /** Tells a client of everything from now on; false when too many are told already. */
  boolean open(HttpServerResponse response) {
    if (readers.size() >= MAX_READERS) {
      return false;
    }
    readers.add(response);
    isRead = true;
    response.closeHandler(nothing -> forget(response));
    response.exceptionHandler(error -> forget(response));
    response
        .setChunked(true)
        .putHeader("Content-Type", "text/event-stream")
        .putHeader("Cache-Control", "no-store")
        .write(HEARTBEAT);
    return true;
  }

  private void forget(HttpServerResponse response) {
    readers.remove(response);
    isRead = !readers.isEmpty();
  }

  @Override
  public void onTransition(Transition transition) {
    tell("transition", () -> json(transition));
  }

  private static JsonObject json(Transition transition) {
    JsonObject json = new JsonObject().put("circuit", transition.circuit());
    transition.key().ifPresent(key -> json.put("key", key));
    return json.put("from", Token.of(transition.from()))
        .put("to", Token.of(transition.to()))
        .put("cause", Token.of(transition.cause().kind()))
        .put("detail", transition.cause().detail())
        .put("at", transition.at().toString())
        .put("timeInFromMs", transition.timeInFrom().toMillis())
        .put("sequence", transition.sequence());
  }

  /** An operator orders something. */
  void ordered(Action action, String circuit, Optional<String> key, Directive directive) {
    tell(
        "order",
        () -> {
          JsonObject json = new JsonObject().put("circuit", circuit).put("action", action.token());
          key.ifPresent(it -> json.put("key", it));
          json.put("by", directive.who());
          directive.reason().ifPresent(it -> json.put("reason", it));
          directive.atMost().ifPresent(it -> json.put("forMs", it.toMillis()));
          return json;
        });
  }

  @Override
  public void succeeded(ReloadReport report) {
    tell("reload", () -> ReloadJson.of(report).put("result", "success"));
  }

  @Override
  public void failed(List<String> errors) {
    tell(
        "reload",
        () -> new JsonObject().put("result", "failure").put("errors", new JsonArray(errors)));
  }

  /** Tells of something, if somebody listens. */
  void tell(String event, Supplier<JsonObject> data) {
    Context loop = context;
    if (!isRead || loop == null) {
      return;
    }
    if (pending.incrementAndGet() > MAX_PENDING) {
      pending.decrementAndGet();
      leftOut.incrementAndGet();
      return;
    }
    loop.runOnContext(
        nothing -> {
          pending.decrementAndGet();
          int missing = leftOut.getAndSet(0);
          if (missing > 0) {
            write("left-out", new JsonObject().put("count", missing));
          }
          write(event, data.get());
        });
  }

  private void write(String event, JsonObject data) {
    sent++;
    write(Buffer.buffer("id: " + sent + "\nevent: " + event + "\ndata: " + data.encode() + "\n\n"));
  }

  private void write(Buffer message) {
    for (HttpServerResponse reader : new ArrayList<>(readers)) {
      if (reader.writeQueueFull()) {
        // Its connection ends with what is on its way, or when the server finds it idle.
        forget(reader);
        reader.reset();
      } else {
        reader.write(message);
      }
    }
  }
}
