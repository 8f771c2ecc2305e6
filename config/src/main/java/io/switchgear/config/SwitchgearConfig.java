// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a gateway, or of a program that uses the library with the same file.
 *
 * <pre>{@code
 * SwitchgearConfig config = SwitchgearConfig.load(Path.of("switchgear.yaml"));
 * CircuitBreaker breaker = config.dependencies().get("erp").breaker().build();
 * }</pre>
 *
 * <p>{@code docs/reference/config.md} describes the file.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class SwitchgearConfig {
  private final InetSocketAddress listen;
  private final InetSocketAddress admin;
  private final Map<String, DependencyConfig> dependencies;

  SwitchgearConfig(
      InetSocketAddress listen,
      InetSocketAddress admin,
      Map<String, DependencyConfig> dependencies) {
    this.listen = listen;
    this.admin = admin;
    this.dependencies = Collections.unmodifiableMap(new LinkedHashMap<>(dependencies));
  }

  /**
   * Reads a file of at most 1 MiB. <b>Blocking:</b> reads the file.
   *
   * @param file a YAML file
   * @return its settings
   * @throws ConfigException when the file can't be read or anything in it is wrong; it lists all
   *     errors at once
   */
  public static SwitchgearConfig load(Path file) {
    Problems problems = new Problems(file.toString());
    return ConfigReader.read(SettingsFile.read(file, problems), problems);
  }

  /**
   * Reads a text.
   *
   * @param file what errors call the text
   * @param yaml the text
   * @return its settings
   * @throws ConfigException when anything in it is wrong; it lists all errors at once
   */
  public static SwitchgearConfig parse(String file, String yaml) {
    return ConfigReader.read(yaml, new Problems(file));
  }

  /**
   * Where the gateway takes requests.
   *
   * @return an address whose name isn't looked up yet; default 0.0.0.0:8080; port 0 means any free
   *     port
   */
  public InetSocketAddress listen() {
    return listen;
  }

  /**
   * The same settings with another address for requests, as an option of a command gives it.
   *
   * @param listen the address; port 0 means any free port
   * @return a copy with this address
   */
  public SwitchgearConfig listen(InetSocketAddress listen) {
    return new SwitchgearConfig(listen, admin, dependencies);
  }

  /**
   * Where the gateway takes orders and shows its state.
   *
   * @return a loopback address whose name isn't looked up yet; default 127.0.0.1:9090; port 0 means
   *     any free port
   */
  public InetSocketAddress admin() {
    return admin;
  }

  /**
   * The same settings with another address for orders, as an option of a command gives it.
   *
   * @param admin a loopback address, which is checked when the gateway starts; port 0 means any
   *     free port
   * @return a copy with this address
   */
  public SwitchgearConfig admin(InetSocketAddress admin) {
    return new SwitchgearConfig(listen, admin, dependencies);
  }

  /**
   * The dependencies by name.
   *
   * @return at least one, in the order of the file; unmodifiable
   */
  public Map<String, DependencyConfig> dependencies() {
    return dependencies;
  }

  @Override
  public String toString() {
    return "listen " + listen + ", admin " + admin + ", dependencies " + dependencies.values();
  }
}
