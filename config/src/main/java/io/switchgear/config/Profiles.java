// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.http.HttpProfile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The profiles that a file may use: ours and its own. */
final class Profiles {
  static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  private final Map<String, HttpProfile> own = new LinkedHashMap<>();

  /** Takes the file's own profiles; each may extend those above it. */
  void read(Section profiles) {
    for (Setting profile : profiles.settings()) {
      String name = profile.name();
      if (!NAME.matcher(name).matches()) {
        profile.keyProblem(
            "the name of a profile must be 1 to 64 small letters, digits and dashes");
      } else if (HttpProfile.builtInNames().contains(name)) {
        profile.keyProblem("there is a profile " + profile.shownName() + " already; extend it");
      } else {
        own.put(name, HttpProfile.read(name, new SettingNode(profile), this::find));
      }
    }
  }

  /** The profile that a dependency names; that there is none is noted as an error. */
  Optional<HttpProfile> of(Setting profile, String name) {
    Optional<HttpProfile> found = find(name);
    if (found.isEmpty()) {
      String hint =
          Nearest.to(name, names())
              .map(near -> "did you mean '" + near + "'?")
              .orElse("'switchgear explain --profile list' shows them");
      profile.problem("there is no profile " + Printable.quoted(name) + "; " + hint);
    }
    return found;
  }

  Map<String, HttpProfile> own() {
    return own;
  }

  private Optional<HttpProfile> find(String name) {
    HttpProfile mine = own.get(name);
    if (mine != null) {
      return Optional.of(mine);
    }
    return HttpProfile.builtInNames().contains(name)
        ? Optional.of(HttpProfile.builtIn(name))
        : Optional.empty();
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>(HttpProfile.builtInNames());
    names.addAll(own.keySet());
    return names;
  }
}
