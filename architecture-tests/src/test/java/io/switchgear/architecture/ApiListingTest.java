// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The published API is what the files in {@code api} say, so that each change of it shows in a
 * diff; {@link ApiListingFormatTest} shows how it is written.
 */
class ApiListingTest {
  private static final String UPDATE =
      "mvn -q -pl architecture-tests -am test -Dtest=ApiListingTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dapi.update=true";

  @ParameterizedTest
  @MethodSource("folders")
  void api_isAsListed(String folder) throws IOException {
    Path file = Repository.ROOT.resolve("api").resolve(folder + ".txt");
    List<String> actual = listing(folder);
    if (Boolean.getBoolean("api.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, String.join("\n", actual) + "\n");
      return;
    }

    List<String> listed = Files.exists(file) ? Files.readAllLines(file) : List.of();

    if (!actual.equals(listed)) {
      fail(difference(Repository.relative(file), listed, actual));
    }
  }

  @ParameterizedTest
  @MethodSource("folders")
  void api_mentionsOnlyTypesThatUsersCanName(String folder) {
    Set<String> exported =
        PublishedModule.FOLDERS.stream()
            .flatMap(name -> PublishedModule.in(name).exports().stream())
            .collect(Collectors.toSet());
    ApiListing listing = new ApiListing();
    PublishedModule.in(folder).types().forEach(listing::add);

    assertThat(listing.mentioned())
        .allSatisfy(
            type -> {
              assertThat(PublishedModule.isAccessible(type)).as("%s is public", type).isTrue();
              assertThat(exported).as("packages with %s", type).contains(type.getPackageName());
            });
  }

  /** The first lines that are in one of both only, each with its sign, and what to do about it. */
  static String difference(String file, List<String> listed, List<String> actual) {
    Stream<String> gone = listed.stream().filter(line -> !actual.contains(line)).map(l -> "- " + l);
    Stream<String> come = actual.stream().filter(line -> !listed.contains(line)).map(l -> "+ " + l);
    List<String> changes = new ArrayList<>(Stream.concat(gone.limit(10), come.limit(10)).toList());
    if (changes.isEmpty()) {
      changes.add("the same lines in another order");
    }
    return "The API differs from %s, first:%n  %s%nIf that is meant, update it with%n  %s%n"
        .formatted(file, String.join("\n  ", changes), UPDATE);
  }

  private static List<String> listing(String folder) {
    PublishedModule module = PublishedModule.in(folder);
    ApiListing listing = new ApiListing();
    module.types().forEach(listing::add);
    List<String> lines = new ArrayList<>();
    lines.add("# The published API of switchgear-" + folder + ", written by ApiListingTest.");
    module.exports().forEach(name -> lines.add("exports " + name));
    lines.addAll(listing.lines());
    return lines;
  }

  private static List<String> folders() {
    return PublishedModule.FOLDERS;
  }
}
