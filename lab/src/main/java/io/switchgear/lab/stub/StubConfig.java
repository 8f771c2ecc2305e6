// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.config.YamlEntry;
import io.switchgear.core.TimeSource;
import java.nio.file.Path;
import java.util.List;

/**
 * The settings of a stub server. Begin with {@link #defaults()}; each method gives a copy with one
 * setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class StubConfig {
  /** How many phases a schedule may have. */
  static final int MAX_PHASES = 1_000;

  private final Options options;

  private StubConfig(Options options) {
    this.options = options;
  }

  /**
   * A healthy upstream on any free port of the loopback address.
   *
   * @return the defaults of all settings
   */
  public static StubConfig defaults() {
    return new StubConfig(new Options());
  }

  /**
   * The address that is bound. Default: {@code 127.0.0.1}. Whoever reaches the address may also
   * change the behavior and read the keys of the requests.
   *
   * @param host a name or an address of this machine
   * @return a copy with this host
   * @throws IllegalArgumentException when blank
   */
  public StubConfig host(String host) {
    if (host.isBlank()) {
      throw new IllegalArgumentException("host must not be blank");
    }
    Options changed = options.copy();
    changed.host = host;
    return new StubConfig(changed);
  }

  /**
   * The port that is bound. Default: 0, any free one.
   *
   * @param port 0 to 65,535
   * @return a copy with this port
   * @throws IllegalArgumentException when out of range
   */
  public StubConfig port(int port) {
    Options changed = options.copy();
    changed.port = Checks.range("port", port, 0, 65_535);
    return new StubConfig(changed);
  }

  /**
   * Where chance comes from: the request of the same number fares the same with the same seed.
   * Default: 1.
   *
   * @param seed any number
   * @return a copy with this seed
   */
  public StubConfig seed(long seed) {
    Options changed = options.copy();
    changed.seed = seed;
    return new StubConfig(changed);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public StubConfig time(TimeSource time) {
    Options changed = options.copy();
    changed.time = time;
    return new StubConfig(changed);
  }

  /**
   * One behavior that stays. Default: {@link StubBehavior#healthy()}.
   *
   * @param behavior the behavior
   * @return a copy with this behavior and no other phase
   */
  public StubConfig behavior(StubBehavior behavior) {
    return phases(List.of(StubPhase.last(behavior)));
  }

  /**
   * Behaviors that follow one another; the last one stays.
   *
   * @param phases 1 to 1,000 phases
   * @return a copy with these phases
   * @throws IllegalArgumentException when there are none or too many
   */
  public StubConfig phases(List<StubPhase> phases) {
    Checks.range("the number of phases", phases.size(), 1, MAX_PHASES);
    Options changed = options.copy();
    changed.phases = List.copyOf(phases);
    return new StubConfig(changed);
  }

  /**
   * What a schedule file says, over the behavior of the first phase so far. The file has the keys
   * of {@link StubBehavior#set} and {@code phases}: a list in which each item has these keys too,
   * and {@code for}, its duration.
   *
   * @param file a YAML file
   * @return a copy with the phases of the file
   * @throws io.switchgear.config.ConfigException when the file can't be used; each line of its
   *     message names a place in the file and what is wrong there
   */
  public StubConfig schedule(Path file) {
    return YamlEntry.load(file, entry -> ScheduleReader.read(entry, this));
  }

  /**
   * The address that is bound.
   *
   * @return as given
   */
  public String host() {
    return options.host;
  }

  /**
   * The port that is bound.
   *
   * @return as given; {@link StubServer#port()} knows which one was free
   */
  public int port() {
    return options.port;
  }

  /**
   * Where chance comes from.
   *
   * @return the seed
   */
  public long seed() {
    return options.seed;
  }

  /**
   * The behaviors that follow one another.
   *
   * @return at least one
   */
  public List<StubPhase> phases() {
    return options.phases;
  }

  TimeSource time() {
    return options.time;
  }

  @Override
  public String toString() {
    return host() + ":" + port() + ", seed " + seed() + ", phases " + phases();
  }

  /** The values, copied before each change. */
  private static final class Options {
    private String host = "127.0.0.1";
    private int port;
    private long seed = 1;
    private TimeSource time = TimeSource.system();
    private List<StubPhase> phases = List.of(StubPhase.last(StubBehavior.healthy()));

    Options copy() {
      Options copy = new Options();
      copy.host = host;
      copy.port = port;
      copy.seed = seed;
      copy.time = time;
      copy.phases = phases;
      return copy;
    }
  }
}
