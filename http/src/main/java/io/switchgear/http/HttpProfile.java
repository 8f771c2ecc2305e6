// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How one provider's answers are read: rows, of which the first that matches a result decides. What
 * no row matches has the meaning that plain HTTP gives it (see {@link HttpVerdicts}).
 *
 * <pre>{@code
 * HttpProfile erp =
 *     HttpProfile.named("my-erp")
 *         .row(
 *             HttpRow.named("quota")
 *                 .status(429)
 *                 .code("/error/code", ValueMatch.is("DAILY_QUOTA"))
 *                 .hold())
 *         .extending(HttpProfile.builtIn("http"));
 * HttpVerdicts verdicts = HttpVerdicts.of(erp);
 * }</pre>
 *
 * <p>Each method gives a copy.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class HttpProfile {
  /** More rows than any provider has, and few enough for a look at each. */
  static final int MAX_ROWS = 500;

  static final String NAME_WHAT = "1 to 64 small letters, digits and dashes";

  static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  private final String name;
  private final List<HttpRow> rows;
  private final List<EndMarker> ends;

  /** Made when it is first asked for; two threads may both make it. */
  private volatile @Nullable RowTable table;

  private HttpProfile(String name, List<HttpRow> rows, List<EndMarker> ends) {
    this.name = name;
    this.rows = rows;
    this.ends = ends;
  }

  /**
   * A profile without rows, which reads all by the rules of plain HTTP.
   *
   * @param name its name: 1 to 64 small letters, digits and dashes
   * @return the profile
   * @throws IllegalArgumentException when the name is malformed
   */
  public static HttpProfile named(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("name must be " + NAME_WHAT + ", but is '" + name + "'");
    }
    return new HttpProfile(name, List.of(), List.of());
  }

  /**
   * A profile that comes with the library.
   *
   * @param name one of {@link #builtInNames()}
   * @return the profile
   * @throws IllegalArgumentException when there is none of that name; the message lists those that
   *     there are
   */
  public static HttpProfile builtIn(String name) {
    if (!BuiltInProfiles.names().contains(name)) {
      throw new IllegalArgumentException(
          "profile must be one of " + BuiltInProfiles.names() + ", but is '" + name + "'");
    }
    return BuiltInProfiles.get(name);
  }

  /**
   * Reads a profile from a file, in the form that {@code docs/guides/http-profiles.md} shows.
   *
   * @param name its name
   * @param file the file's root, which is told of all that is wrong in it
   * @param known finds the profiles that it may extend; it extends {@code http} when it names none
   * @return the profile, without what is wrong in it
   * @throws IllegalArgumentException when the name is malformed
   */
  public static HttpProfile read(
      String name, ProfileNode file, Function<String, Optional<HttpProfile>> known) {
    return ProfileReader.read(name, file, known);
  }

  /**
   * The names of the profiles that come with the library.
   *
   * @return the names, sorted; unmodifiable
   */
  public static Set<String> builtInNames() {
    return BuiltInProfiles.names();
  }

  /**
   * With one more row behind the ones that there are.
   *
   * @param row the row
   * @return a copy with it
   * @throws IllegalArgumentException when the row is for nothing, says nothing, or has the id of
   *     another one, or there are 500 rows already
   */
  public HttpProfile row(HttpRow row) {
    row.flaw()
        .ifPresent(
            flaw -> {
              throw new IllegalArgumentException("row '" + row.id() + "' " + flaw);
            });
    if (rows.stream().anyMatch(other -> other.id().equals(row.id()))) {
      throw new IllegalArgumentException("there is a row '" + row.id() + "' already");
    }
    return new HttpProfile(name, joined(rows, List.of(row)), ends);
  }

  /**
   * With the rows and end markers of another profile behind the ones that there are. Of two rows
   * with the same id, the other profile's one is left out.
   *
   * @param other the other profile
   * @return a copy with its rows
   * @throws IllegalArgumentException when that makes more than 500 rows
   */
  public HttpProfile extending(HttpProfile other) {
    List<HttpRow> added =
        other.rows.stream()
            .filter(row -> rows.stream().noneMatch(own -> own.id().equals(row.id())))
            .toList();
    return new HttpProfile(name, joined(rows, added), joined(ends, other.ends));
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    List<T> all = new ArrayList<>(first);
    all.addAll(second);
    if (all.size() > MAX_ROWS) {
      throw new IllegalArgumentException("there may be at most " + MAX_ROWS + " rows");
    }
    return List.copyOf(all);
  }

  /**
   * A stream is over, as it should be, with an event of this name.
   *
   * @param event the event's name
   * @return a copy with this end marker too
   */
  public HttpProfile endsWithEvent(String event) {
    return endsWith(EndMarker.event(event));
  }

  /**
   * A stream is over, as it should be, with an event that has this data, blanks around it aside.
   *
   * @param data the data, such as {@code [DONE]}
   * @return a copy with this end marker too
   */
  public HttpProfile endsWithData(String data) {
    return endsWith(EndMarker.data(data));
  }

  /**
   * A stream is over, as it should be, with an event whose data has a value at a place.
   *
   * @param pointer a JSON pointer, in which {@code *} is any key or index
   * @return a copy with this end marker too
   * @throws IllegalArgumentException when the pointer is malformed
   */
  public HttpProfile endsWithValueAt(String pointer) {
    return endsWith(EndMarker.valueAt(Pointer.of(pointer)));
  }

  HttpProfile endsWith(EndMarker marker) {
    return new HttpProfile(name, rows, joined(ends, List.of(marker)));
  }

  /**
   * The name.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * The rows, in the order in which they are tried.
   *
   * @return the rows; unmodifiable
   */
  public List<HttpRow> rows() {
    return rows;
  }

  RowTable table() {
    RowTable made = table;
    if (made == null) {
      made = RowTable.of(rows);
      table = made;
    }
    return made;
  }

  List<EndMarker> ends() {
    return ends;
  }

  @Override
  public String toString() {
    return name + " (" + rows.size() + " rows)";
  }
}
