// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import io.switchgear.config.Secret;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.config.TlsConfig;
import io.switchgear.gateway.admin.Loopback;
import io.switchgear.gateway.admin.Operated;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.dependency.Shared;
import io.switchgear.gateway.loop.LoopTime;
import io.switchgear.gateway.metrics.GatewayMetrics;
import io.switchgear.gateway.proxy.DataServer;
import io.switchgear.gateway.reload.Installer;
import io.switchgear.gateway.reload.ReloadReport;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The settings in force, and how others take their place while calls run. */
final class InForce implements Installer, Operated {
  private final SwitchgearConfig started;
  private final Shared shared;
  private final LoopTime time;
  private final GatewayMetrics metrics;
  private final DataServer data;
  private volatile Now now;

  InForce(
      SwitchgearConfig config,
      Shared shared,
      LoopTime time,
      GatewayMetrics metrics,
      DataServer data) {
    this.started = config;
    this.shared = shared;
    this.time = time;
    this.metrics = metrics;
    this.data = data;
    this.now = new Now(config, data.dependencies(), config.adminToken(), config.tls());
  }

  @Override
  public DependencyRegistry dependencies() {
    return now.dependencies();
  }

  @Override
  public SwitchgearConfig config() {
    return now.config();
  }

  @Override
  public Optional<Secret> token() {
    return now.token();
  }

  @Override
  public String metrics() {
    return metrics.scrape();
  }

  @Override
  public Future<ReloadReport> install(SwitchgearConfig config) {
    return useCertificate(config).compose(used -> changeOnLoop(config));
  }

  private Future<?> useCertificate(SwitchgearConfig config) {
    Optional<TlsConfig> before = now.certificate();
    Optional<TlsConfig> after = config.tls();
    return before.isEmpty() || after.isEmpty() || after.equals(before)
        ? Future.succeededFuture()
        : data.use(after.get());
  }

  private Future<ReloadReport> changeOnLoop(SwitchgearConfig config) {
    Promise<ReloadReport> installed = Promise.promise();
    time.run(
        () -> {
          try {
            installed.complete(change(config));
          } catch (RuntimeException e) {
            installed.fail(e);
          }
        });
    return installed.future();
  }

  /** On the event loop of the data plane, so that no call sees a half of it. */
  private ReloadReport change(SwitchgearConfig config) {
    List<String> needRestart = new ArrayList<>();
    noteAddress("listen", started.listen(), config.listen(), needRestart);
    noteAddress("admin", started.admin(), config.admin(), needRestart);
    if (config.tls().isPresent() != started.tls().isPresent()) {
      needRestart.add(
          config.tls().isPresent()
              ? "'listen.tls' needs a restart; until then calls are taken without TLS."
              : "'listen' needs a restart to be without TLS; until then the certificate stays.");
    }
    if (!config.clients().equals(started.clients())) {
      needRestart.add("'clients' needs a restart; until then its limits are those of the start.");
    }
    Optional<Secret> token = token(config, needRestart);
    DependencyRegistry next = now.dependencies().next(config.dependencies().values(), shared);
    data.use(next);
    metrics.retain(
        next.operations().stream().map(Operation::name).collect(Collectors.toUnmodifiableSet()));
    Set<String> before = now.config().dependencies().keySet();
    Set<String> after = config.dependencies().keySet();
    Optional<TlsConfig> certificate =
        config.tls().isPresent() && started.tls().isPresent() ? config.tls() : now.certificate();
    now = new Now(config, next, token, certificate);
    return new ReloadReport(without(after, before), without(before, after), needRestart);
  }

  private static void noteAddress(
      String setting, InetSocketAddress inForce, InetSocketAddress wanted, List<String> notes) {
    if (!inForce.equals(wanted)) {
      notes.add(
          "'"
              + setting
              + "' needs a restart to become "
              + Addresses.text(wanted)
              + "; until then it is "
              + Addresses.text(inForce)
              + ".");
    }
  }

  /** Others than this machine can reach an open address until the restart. */
  private Optional<Secret> token(SwitchgearConfig config, List<String> notes) {
    boolean open = !Loopback.isName(started.admin().getHostString());
    if (open && config.adminToken().isEmpty()) {
      notes.add("The admin token needs a restart to go, since the admin address is still open.");
      return now.token();
    }
    return config.adminToken();
  }

  private static List<String> without(Set<String> names, Set<String> others) {
    return names.stream().filter(name -> !others.contains(name)).toList();
  }

  private record Now(
      SwitchgearConfig config,
      DependencyRegistry dependencies,
      Optional<Secret> token,
      Optional<TlsConfig> certificate) {}
}
