// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.config.CallPolicies;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.HealthProbeConfig;
import io.switchgear.config.OperationConfig;
import io.switchgear.config.RequestMatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The policies of one dependency as they run: circuits and pipelines of its operations, and what
 * bounds the calls of all of them.
 *
 * <pre>{@code
 * PolicyContext context = PolicyContext.of(TimeSource.system());
 * DependencyPolicies policies = DependencyPolicies.of(config, context);
 * OperationPolicies operation = policies.operation("GET", "/invoices");
 * CallPipelines<HttpResult> pipelines = operation.pipelines(verdicts);
 * CircuitBreaker circuit = operation.circuits().forKey(key);
 * pipelines.of(false, circuit, key).callAsync(options, attempt);
 * }</pre>
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class DependencyPolicies {
  private final PolicyContext context;
  private final Rates rates;
  private final Places places;
  private final List<OperationPolicies> operations;

  private DependencyPolicies(
      DependencyConfig config, PolicyContext context, @Nullable DependencyPolicies before) {
    this.context = context;
    this.rates = new Rates(config, context.time(), before == null ? null : before.rates);
    this.places = new Places(config, context.time(), before == null ? null : before.places);
    List<OperationPolicies> all = new ArrayList<>();
    for (OperationConfig operation : config.operations()) {
      all.add(operation(operation.match(), operation.policies(), config, before));
    }
    all.add(operation(null, config.policies(), config, before));
    this.operations = List.copyOf(all);
  }

  /**
   * The policies of a new dependency.
   *
   * @param config its settings
   * @param context what the policies take from outside
   * @return policies that have seen no call
   */
  public static DependencyPolicies of(DependencyConfig config, PolicyContext context) {
    return new DependencyPolicies(config, context, null);
  }

  /**
   * The policies under other settings: circuits, limits and places go on where they have the same
   * name and kind, and what was used stays used. These policies are for the calls under way alone
   * then.
   *
   * @param config the new settings of the same dependency
   * @return policies with these settings
   */
  public DependencyPolicies next(DependencyConfig config) {
    return new DependencyPolicies(config, context, this);
  }

  private OperationPolicies operation(
      @Nullable RequestMatch match,
      CallPolicies settings,
      DependencyConfig config,
      @Nullable DependencyPolicies before) {
    CircuitBreakerConfig breaker = breaker(settings, config);
    Circuits earlier = before == null ? null : before.circuits(breaker.name());
    boolean keyed = config.key().isPresent();
    Circuits circuits;
    if (earlier == null || earlier.isKeyed() != keyed) {
      circuits = Circuits.of(breaker, keyed ? config.keyLimits() : null);
    } else {
      circuits = earlier;
      circuits.reconfigure(breaker, config.keyLimits());
    }
    return new OperationPolicies(match, settings, circuits, this);
  }

  private CircuitBreakerConfig breaker(CallPolicies settings, DependencyConfig config) {
    CircuitBreakerConfig plain =
        settings.circuit().breaker().time(context.time()).random(context.random());
    HealthProbeConfig probe = settings.circuit().healthProbe();
    HealthProbes probes = context.healthProbes();
    return probe == null || probes == null
        ? plain
        : plain.healthProbe(probes.probe(probe, config), probe.interval());
  }

  private @Nullable Circuits circuits(String name) {
    for (OperationPolicies operation : operations) {
      if (operation.name().equals(name)) {
        return operation.circuits();
      }
    }
    return null;
  }

  PolicyContext context() {
    return context;
  }

  /**
   * All its operations.
   *
   * @return those of the settings in their order, then the one of all other requests; unmodifiable
   */
  public List<OperationPolicies> operations() {
    return operations;
  }

  /**
   * The operation of a request.
   *
   * @param method its method, as it was sent
   * @param path its path, without a query
   * @return the first operation that matches
   */
  public OperationPolicies operation(String method, String path) {
    for (OperationPolicies operation : operations) {
      if (operation.matches(method, path)) {
        return operation;
      }
    }
    throw new IllegalStateException("the last operation matches each request");
  }

  /**
   * The bound on its calls in a time.
   *
   * @return the bound, or what says that there is none
   */
  public Rates rates() {
    return rates;
  }

  /**
   * The bound on its calls at the same time.
   *
   * @return the bound
   */
  public Places places() {
    return places;
  }

  /** Takes the transitions that time alone has caused and forgets idle keys. */
  public void tick() {
    operations.forEach(operation -> operation.circuits().tick());
    rates.tick();
  }
}
