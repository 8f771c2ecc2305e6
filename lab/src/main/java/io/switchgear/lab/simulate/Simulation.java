// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.lab.scenario.ClientPlan;
import io.switchgear.lab.scenario.ClientPlan.Naive;
import io.switchgear.lab.scenario.ClientPlan.Peer;
import io.switchgear.lab.scenario.ClientPlan.Pool;
import io.switchgear.lab.scenario.ClientPlan.Switchgear;
import io.switchgear.lab.scenario.Scenario;
import io.switchgear.lab.time.LabTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A run of a scenario for one of its clients. The same scenario, client and seed give the same
 * result, to the last bit.
 *
 * <pre>{@code
 * Scenario scenario = Scenario.load(Path.of("outage.yaml"));
 * List<ClientResult> results = Simulation.run(scenario, 1);
 * }</pre>
 */
public final class Simulation {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long SAMPLE_NANOS = Duration.ofSeconds(1).toNanos();

  private final Scenario scenario;
  private final ClientPlan client;
  private final LabTime time = new LabTime(START);
  private final KeyNames keys;
  private final World world;
  private final SplittableRandom arrivalChance;
  private final List<Instance> instances = new ArrayList<>();
  private int next;

  private Simulation(Scenario scenario, ClientPlan client, long seed) {
    SplittableRandom root = new SplittableRandom(seed);
    this.scenario = scenario;
    this.client = client;
    this.keys = new KeyNames(scenario.workload().keys());
    this.arrivalChance = root.split();
    Upstream upstream = new Upstream(scenario.upstream(), patienceNanos(), time, root.split());
    Measures measures = new Measures(scenario.span(), time::nanoTime, upstream::troubleShare);
    this.world = new World(time, upstream, new Replies(verdicts()), measures, root.split());
    for (int i = 0; i < client.instances(); i++) {
      instances.add(new Instance(world, habit(), client, scenario.workload().humans()));
    }
  }

  /**
   * Plays a scenario for each of its clients.
   *
   * @param scenario the scenario
   * @param seed where chance comes from
   * @return a result for each client, in their order
   */
  public static List<ClientResult> run(Scenario scenario, long seed) {
    return scenario.clients().stream()
        .map(client -> new Simulation(scenario, client, seed).play())
        .toList();
  }

  private long patienceNanos() {
    return client.habit() instanceof Switchgear policies
        ? policies.dependency().timeout().firstByte().toNanos()
        : client.habit() instanceof Naive naive
            ? naive.timeout().toNanos()
            : Peer.TIMEOUT.toNanos();
  }

  private HttpVerdicts verdicts() {
    return client.habit() instanceof Switchgear policies
        ? policies.dependency().verdicts().time(time)
        : HttpVerdicts.profile("http").time(time);
  }

  private Habit habit() {
    if (client.habit() instanceof Switchgear policies) {
      return new ProtectedHabit(world, policies.dependency(), keys);
    }
    return client.habit() instanceof Peer peer
        ? new PeerHabit(world, peer)
        : new NaiveHabit(world, (Naive) client.habit());
  }

  private ClientResult play() {
    client.pool().ifPresent(this::fill);
    new Arrivals(time, keys, this::receive).start(scenario.workload(), arrivalChance);
    sample();
    time.runUntil(scenario.span().duration().toNanos());
    return world.measures().result(client.name());
  }

  /** What waits from the beginning. */
  private void fill(Pool pool) {
    for (Instance instance : instances) {
      for (int i = 0; i < pool.backlog(); i++) {
        world.measures().arrived(0);
        instance.accept(new Work(0, keys.draw(arrivalChance), "GET", null));
      }
    }
  }

  private void receive(Work work) {
    world.measures().arrived(time.nanoTime());
    instances.get(next).accept(work);
    next = next + 1 == instances.size() ? 0 : next + 1;
  }

  private void sample() {
    int waiting = 0;
    for (Instance instance : instances) {
      waiting += instance.waiting();
    }
    world.measures().waiting(time.nanoTime(), waiting);
    ScheduledTask unused = time.at(time.nanoTime() + SAMPLE_NANOS, this::sample);
  }
}
