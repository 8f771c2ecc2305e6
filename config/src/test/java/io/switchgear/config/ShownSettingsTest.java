// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings as people may see them. */
class ShownSettingsTest {
  private static final String YAML =
      """
      version: 1
      admin: { address: 0.0.0.0:9090, token: "${TOKEN}" }
      dependencies:
        erp:
          url: http://${HOST}/v1
          timeout: { total: 5s }
          bulkhead: { maxConcurrent: 7 }
          headers: { set: { Authorization: s3cret-1, X-Key: "${TOKEN}" }, remove: Cookie }
          fallback:
            - failover:
                targets:
                  - dependency: crm
                    headers: { set: { Authorization: s3cret-2 } }
                    body: { set: { /api_key: s3cret-3, /model: large } }
        crm: { url: http://crm.example }
      """;

  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "s3cret-of-16-characters", "HOST", "erp.example");

  private final SwitchgearConfig config = SwitchgearConfig.parse("t.yaml", YAML, ENVIRONMENT::get);

  @Test
  void values_areAsTheFileHasThem_withWhatHoldsForTheOthers() {
    assertThat(config.shown().toString())
        .contains(
            "url=http://${HOST}/v1",
            "total=5s",
            "firstByte=",
            "maxConcurrent=7",
            "maxQueued=0",
            "throttled=pace",
            "listen={address=0.0.0.0:8080}",
            "/model=large",
            "remove=[Cookie]");
  }

  @Test
  void secrets_areHidden() {
    assertThat(config.shown().toString()).doesNotContain("s3cret").contains("Authorization=*****");
  }

  @Test
  void optionOfACommand_standsAboveTheFile() {
    SwitchgearConfig other = config.listen(InetSocketAddress.createUnresolved("::1", 80));

    assertThat(other.shown()).containsEntry("listen", Map.of("address", "[::1]:80"));
  }
}
