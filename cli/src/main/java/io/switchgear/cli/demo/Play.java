// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.core.TimeSource;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The play itself: two APIs that do the same, one called by a pipeline as most people write it, the
 * other by one behind a gateway. Nothing is acted: all numbers are counted on real calls.
 */
final class Play implements AutoCloseable {
  private final DemoPlan plan;
  private final TimeSource time;
  private final Api apiWithout;
  private final Api apiWith;
  private final Guard guard;

  private Play(DemoPlan plan, TimeSource system) {
    this.plan = plan;
    this.time = new PlayTime(system);
    this.apiWithout = Api.start(plan, time);
    this.apiWith = Api.start(plan, time);
    this.guard = Guard.start(plan, apiWith.url());
  }

  /** Starts the servers. */
  static Play prepare(DemoPlan plan, TimeSource system) {
    return new Play(plan, system);
  }

  /** The configuration of the gateway. */
  String yaml() {
    return guard.yaml();
  }

  /** Where the gateway can be looked at meanwhile. */
  URI admin() {
    return guard.admin();
  }

  /** Plays what isn't counted, so that the JVM is warm afterwards. */
  void warmUp(StopSignal stop) throws InterruptedException {
    try (Cast cast = new Cast()) {
      cast.enter();
      stop.await(plan.warmUp().toMillis());
    }
    apiWithout.reset();
    apiWith.reset();
  }

  /**
   * Plays the story.
   *
   * @param stop ends it early
   * @param audience is shown each moment
   * @return what came of it; empty when it was ended early
   */
  Optional<Summary> run(StopSignal stop, Consumer<Moment> audience) throws InterruptedException {
    Cast cast = new Cast();
    try (cast) {
      cast.enter();
      if (!tell(cast, stop, audience)) {
        return Optional.empty();
      }
    }
    // After the last call, so that the workers' counts and the API's are of the same calls.
    return Optional.of(cast.summary());
  }

  /** Goes through the story, and says whether it came to its end. */
  private boolean tell(Cast cast, StopSignal stop, Consumer<Moment> audience)
      throws InterruptedException {
    long startNanos = time.nanoTime();
    Moment.Act act = Moment.Act.HEALTHY;
    while (true) {
      Duration elapsed = Duration.ofNanos(time.nanoTime() - startNanos);
      act = act(act, elapsed);
      Moment moment = cast.moment(elapsed, act);
      audience.accept(moment);
      boolean isOver = elapsed.compareTo(plan.endAfter()) >= 0;
      if (isOver || (act == Moment.Act.LIFTED && hasCaughtUp(moment))) {
        return true;
      }
      if (stop.await(plan.tick().toMillis())) {
        return false;
      }
    }
  }

  private Moment.Act act(Moment.Act before, Duration elapsed) {
    if (before == Moment.Act.HEALTHY && elapsed.compareTo(plan.cutAfter()) >= 0) {
      apiWithout.limit(plan.cutLimit());
      apiWith.limit(plan.cutLimit());
      return Moment.Act.CUT;
    }
    if (before == Moment.Act.CUT && elapsed.compareTo(plan.liftAfter()) >= 0) {
      apiWithout.limit(plan.knownLimit());
      apiWith.limit(plan.knownLimit());
      return Moment.Act.LIFTED;
    }
    return before;
  }

  /** Whether nothing of what has waited is left, in either pipeline. */
  private boolean hasCaughtUp(Moment moment) {
    return hasCaughtUp(moment.without()) && hasCaughtUp(moment.with());
  }

  private boolean hasCaughtUp(LaneMoment lane) {
    return lane.pausing() == 0
        && lane.waiting() < plan.workers()
        && lane.perSecond().acmePosted() >= plan.arrivalsPerSecond(Customer.ACME);
  }

  @Override
  public void close() {
    guard.close();
    apiWith.close();
    apiWithout.close();
  }

  /** The two pipelines, with their counters at zero. */
  private final class Cast implements AutoCloseable {
    private final HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Tally tallyWithout = new Tally();
    private final Tally tallyWith = new Tally();
    private final Backlog backlogWithout = new Backlog(time);
    private final Backlog backlogWith = new Backlog(time);
    private final Lane without = new Lane(plan, time, backlogWithout, tallyWithout);
    private final Lane with = new Lane(plan, time, backlogWith, tallyWith);
    private final LaneMeter meterWithout = new LaneMeter(without, plan);
    private final LaneMeter meterWith = new LaneMeter(with, plan);
    private final CircuitWatch watch = new CircuitWatch(tallyWith);

    void enter() {
      var direct = new Sender(client, apiWithout.url().resolve("/documents"), time);
      var guarded = new Sender(client, guard.documents(), time);
      without.start(
          plan.workers(), new StubbornHabit(direct, tallyWithout, time, plan.fixedPause()));
      with.start(
          plan.workers(), new ProtectedHabit(guarded, backlogWith, watch, time, plan.shortPause()));
    }

    Moment moment(Duration elapsed, Moment.Act act) {
      Map<Customer, CircuitWatch.Circuit> circuits = new EnumMap<>(Customer.class);
      for (Customer customer : Customer.values()) {
        circuits.put(customer, watch.circuit(customer, time.nanoTime()));
      }
      return new Moment(
          elapsed, act, meterWithout.tick(elapsed), meterWith.tick(elapsed), circuits);
    }

    Summary summary() throws InterruptedException {
      return new Summary(
          new Summary.LaneResult(received(apiWithout), tallyWithout, meterWithout),
          new Summary.LaneResult(received(apiWith), tallyWith, meterWith),
          new Summary.CircuitResult(
              watch.tripTime(Customer.ACME),
              guard.transitions(client, "closed", "open"),
              guard.transitions(client, "open", "half-open"),
              guard.transitions(client, "half-open", "closed"),
              watch.trialNanos(Customer.ACME)));
    }

    private long received(Api api) {
      return api.received(Customer.ACME) + api.received(Customer.GLOBEX);
    }

    @Override
    public void close() {
      without.close();
      with.close();
    }
  }
}
