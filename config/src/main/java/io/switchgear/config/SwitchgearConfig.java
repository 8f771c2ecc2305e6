// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.http.HttpProfile;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
  private final Doors doors;
  private final Map<String, HttpProfile> profiles;
  private final Map<String, DependencyConfig> dependencies;
  private final Origin origin;

  SwitchgearConfig(
      Doors doors,
      Map<String, HttpProfile> profiles,
      Map<String, DependencyConfig> dependencies,
      Origin origin) {
    this.doors = doors;
    this.profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
    this.dependencies = Collections.unmodifiableMap(new LinkedHashMap<>(dependencies));
    this.origin = origin;
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
    String yaml = SettingsFile.read(file, problems);
    References references = References.of(System::getenv, file.resolveSibling(""));
    Reading reading = new Reading(problems, references);
    reading.files().add(file);
    return ConfigReader.read(yaml, reading);
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
    return parse(file, yaml, System::getenv);
  }

  /**
   * Reads a text that may refer to variables of an environment that isn't the process's own.
   *
   * @param file what errors call the text
   * @param yaml the text; the names of files in it are relative to the working directory
   * @param environment the value of a variable; null when it isn't set
   * @return its settings
   * @throws ConfigException when anything in it is wrong; it lists all errors at once
   */
  public static SwitchgearConfig parse(
      String file, String yaml, Function<String, @Nullable String> environment) {
    References references = References.of(environment, Path.of(""));
    return ConfigReader.read(yaml, new Reading(new Problems(file), references));
  }

  /**
   * Where the gateway takes requests.
   *
   * @return an address whose name isn't looked up yet; default 0.0.0.0:8080; port 0 means any free
   *     port
   */
  public InetSocketAddress listen() {
    return doors.listen().address();
  }

  /**
   * The same settings with another address for requests, as an option of a command gives it.
   *
   * @param listen the address; port 0 means any free port
   * @return a copy with this address
   */
  public SwitchgearConfig listen(InetSocketAddress listen) {
    var changed = new ListenReader.Listener(listen, doors.listen().tls(), null);
    return new SwitchgearConfig(
        new Doors(changed, doors.admin(), doors.clients()), profiles, dependencies, origin);
  }

  /**
   * The certificate with which the gateway takes requests over TLS.
   *
   * @return its files; empty without TLS
   */
  public Optional<TlsConfig> tls() {
    return Optional.ofNullable(doors.listen().tls());
  }

  /**
   * Where the gateway takes orders and shows its state.
   *
   * @return an address whose name isn't looked up yet, a loopback one unless there is an {@link
   *     #adminToken}; default 127.0.0.1:9090; port 0 means any free port
   */
  public InetSocketAddress admin() {
    return doors.admin().address();
  }

  /**
   * The same settings with another address for orders, as an option of a command gives it.
   *
   * @param admin a loopback address, which is checked when the gateway starts; port 0 means any
   *     free port
   * @return a copy with this address
   */
  public SwitchgearConfig admin(InetSocketAddress admin) {
    var changed = new ListenReader.Listener(admin, null, doors.admin().token());
    return new SwitchgearConfig(
        new Doors(doors.listen(), changed, doors.clients()), profiles, dependencies, origin);
  }

  /**
   * What those who give orders must know.
   *
   * @return the bearer token, of 16 characters at least; empty when none is asked for, which is so
   *     for loopback addresses alone
   */
  public Optional<Secret> adminToken() {
    return Optional.ofNullable(doors.admin().token());
  }

  /**
   * What is taken from clients at most.
   *
   * @return the limits
   */
  public ClientLimits clients() {
    return doors.clients();
  }

  /**
   * The file's own profiles by name.
   *
   * @return the profiles, in the order of the file; unmodifiable
   */
  public Map<String, HttpProfile> profiles() {
    return profiles;
  }

  /**
   * The dependencies by name.
   *
   * @return at least one, in the order of the file; unmodifiable
   */
  public Map<String, DependencyConfig> dependencies() {
    return dependencies;
  }

  /**
   * The files that the settings were read from: the settings file, unless they were read from a
   * text, and those that it refers to. When one of them changes, the settings may be others.
   *
   * @return the files; unmodifiable
   */
  public Set<Path> files() {
    return Collections.unmodifiableSet(origin.files());
  }

  /**
   * The settings as people may see them: as the file has them, references not resolved, with the
   * values that hold for keys of its sections that aren't there, and secrets hidden.
   *
   * @return maps, lists, texts, numbers and truth values, ready to be made JSON; unmodifiable
   */
  public Map<String, Object> shown() {
    Map<String, Object> shown = new LinkedHashMap<>(origin.shown());
    shown.put("listen", shown(shown.get("listen"), listen()));
    shown.put("admin", shown(shown.get("admin"), admin()));
    return Collections.unmodifiableMap(shown);
  }

  /** An option of a command stands above the file. */
  private static Object shown(@Nullable Object listener, InetSocketAddress address) {
    Map<String, Object> shown = new LinkedHashMap<>();
    if (listener instanceof Map<?, ?> section) {
      section.forEach((key, value) -> shown.put(String.valueOf(key), value));
    }
    String host = address.getHostString();
    boolean literal = host.contains(":");
    shown.put("address", (literal ? "[" + host + "]" : host) + ":" + address.getPort());
    return shown;
  }

  @Override
  public String toString() {
    return "listen " + listen() + ", admin " + admin() + ", dependencies " + dependencies.values();
  }

  /**
   * What the settings were made of.
   *
   * @param files the files that they were read from
   * @param shown the settings as people may see them
   */
  record Origin(Set<Path> files, Map<String, Object> shown) {}

  /**
   * Where calls and orders come in.
   *
   * @param listen for calls
   * @param admin for orders
   * @param clients what is taken from those who call
   */
  record Doors(ListenReader.Listener listen, ListenReader.Listener admin, ClientLimits clients) {}
}
