// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The checked-in schema is that of the readers ({@code -Dconfig.update=true} writes it), and agrees
 * with them about files.
 */
class ConfigSchemaTest {
  private static final Path FILE = Path.of("../docs/reference/switchgear.schema.json");

  private static final Path EXAMPLE = Path.of("../examples/invoice-pipeline/switchgear.yaml");

  @Test
  void json_isTheCheckedInFile() throws IOException {
    if (Boolean.getBoolean("config.update")) {
      Files.writeString(FILE, ConfigSchema.json());
    }

    assertThat(FILE).as("update with -Dconfig.update=true").hasContent(ConfigSchema.json());
  }

  @Test
  void schema_hasNoObjectWhoseOrderChangesFromRunToRun() {
    assertThat(unordered(ConfigSchema.schema())).isEmpty();
  }

  @Test
  void schema_exampleFile_isValid() throws IOException {
    assertThat(errors(ConfigSchema.json(), Files.readString(EXAMPLE))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("io.switchgear.config.ReferencePageTest#examples")
  void schema_examplesOfThePage_areValid(String example) {
    assertThat(errors(ConfigSchema.json(), example)).isEmpty();
  }

  @Test
  void schema_fileWithAllKeys_isValid() {
    assertThat(FullFile.read(FullFile.YAML).dependencies()).hasSize(3);
    assertThat(errors(ConfigSchema.json(), FullFile.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "\"1.3\"", "1.2"})
  void schema_versionWithAndWithoutQuotes_isValid(String version) {
    String yaml = FullFile.YAML.replace("\"1.3\"", version);

    assertThat(FullFile.read(yaml).tls()).isPresent();
    assertThat(errors(ConfigSchema.json(), yaml)).isEmpty();
  }

  @Test
  void fullFile_hasEachKey() {
    SchemaSections sections = new SchemaSections();
    ConfigReader.FILE.schema(sections);

    assertThat(sections.keys().values().stream().flatMap(keys -> keys.valid().stream()))
        .allSatisfy(key -> assertThat(FullFile.YAML).containsPattern("\\b" + key + ":"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dependencies: { a: { url: http://a.example } }",
        "{ version: 2, dependencies: { a: { url: http://a.example } } }",
        "{ version: 1, dependencies: {} }",
        "{ version: 1, dependencies: { a: {} } }",
        "{ version: 1, dependencies: { a/b: { url: http://a.example } } }",
        "{ version: 1, dependencies: { a: { url: ftp://a.example } } }",
        "{ version: 1, dependencies: { a: { url: http://a.example, brekaer: {} } } }",
        "{ version: 1, dependencies: { a: { url: http://a.example, throttled: maybe } } }",
        "{ version: 1, dependencies: { a: { url: http://a.example, timeout: { idle: 30 } } } }",
        "{ version: 1, dependencies: { a: { url: http://a.example, key: {} } } }",
        "{ version: 1, dependencies: { a: { url: http://a.example, retry: { maxAttempts: 0 } } }"
            + " }",
        "{ version: 1, dependencies: { a: { url: http://a.example, bulkhead: { maxQueued: -1 } } }"
            + " }",
      })
  void schema_wrongFile_isInvalid(String yaml) {
    assertThat(errors(ConfigSchema.json(), yaml)).isNotEmpty();
  }

  private static List<Error> errors(String schema, String yaml) {
    Object value = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema, InputFormat.JSON)
        .validate(Json.indented(value), InputFormat.JSON);
  }

  /** The objects of several keys, here and below, that are of a map without an order of its own. */
  private static List<Object> unordered(Object value) {
    List<Object> found = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      if (map.size() > 1 && !(map instanceof LinkedHashMap || map instanceof SortedMap)) {
        found.add(map);
      }
      map.values().forEach(inner -> found.addAll(unordered(inner)));
    } else if (value instanceof Collection<?> list) {
      list.forEach(inner -> found.addAll(unordered(inner)));
    }
    return found;
  }
}
