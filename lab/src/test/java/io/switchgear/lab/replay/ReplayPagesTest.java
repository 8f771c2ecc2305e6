// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.config.SwitchgearConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The pages about real logs say what replays of them show. With {@code -Dreplays.update=true} they
 * are written instead of being compared.
 */
class ReplayPagesTest {
  private static final Path FOLDER = Path.of("../docs/replays");

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(Series.class)
  void page_isWhatTheReplayShows(Series series) throws IOException {
    Path page = FOLDER.resolve(series.page());
    String expected = page(series);

    if (Boolean.getBoolean("replays.update")) {
      Files.writeString(page, expected);
    } else {
      assertThat(page).as("update with -Dreplays.update=true").hasContent(expected);
    }
  }

  private String page(Series series) throws IOException {
    var settings = SwitchgearConfig.load(FOLDER.resolve("switchgear.yaml"));
    ReplayResult result =
        Replay.run(
            series.log(folder),
            ReplayConfig.of(settings.dependencies().values())
                .variants(series.grid().map(Grid::parse).orElseGet(Grid::standard).variants()));
    return """
    # Replay of %s

    %s

    Source: %s.
    The settings: [switchgear.yaml](switchgear.yaml). How to read it: [replay](../guides/replay.md).

    ```text
    $ switchgear replay %s --config docs/replays/switchgear.yaml%s
    %s```
    """
        .formatted(
            series.file(),
            series.what(),
            series.source(),
            series.file(),
            series.grid().map(" --grid '%s'"::formatted).orElse(""),
            result.text());
  }
}
