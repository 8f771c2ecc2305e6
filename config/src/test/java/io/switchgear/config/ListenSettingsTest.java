// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** Where the gateway takes calls and orders, and who may give them. */
class ListenSettingsTest {
  private static final String LEAST =
      "version: 1\ndependencies: { a: { url: http://a.example } }\n";

  @Test
  void admin_section_hasAddressAndToken() {
    SwitchgearConfig config =
        Parsed.read(LEAST + "admin: { address: 0.0.0.0:9091, token: 0123456789abcdef }\n");

    assertThat(config.admin()).isEqualTo(InetSocketAddress.createUnresolved("0.0.0.0", 9091));
    assertThat(config.adminToken()).contains(new Secret("0123456789abcdef"));
    assertThat(config.toString()).doesNotContain("0123456789abcdef");
    assertThat(config.admin(config.listen()).adminToken()).isEqualTo(config.adminToken());
  }

  @Test
  void sections_ofAddressesAlone_workToday() {
    SwitchgearConfig config =
        SwitchgearConfig.parse(
            "t.yaml",
            LEAST + "listen: { address: 127.0.0.1:1 }\nadmin: { address: \"[::1]:2\" }\n");

    assertThat(config.listen().getPort()).isEqualTo(1);
    assertThat(config.admin().getPort()).isEqualTo(2);
    assertThat(config.adminToken()).isEmpty();
    assertThat(config.tls()).isEmpty();
  }

  @Test
  void admin_offLoopbackWithoutToken_isRefused() {
    String why =
        "'admin' must be a loopback address such as 127.0.0.1:9090; any other needs a token, such"
            + " as one that 'openssl rand -hex 32' makes";

    assertThat(Parsed.errorsOf(LEAST + "admin: 0.0.0.0:9090\n"))
        .containsExactly("t.yaml:3:8: " + why);
    assertThat(Parsed.errorsOf(LEAST + "admin: { address: 0.0.0.0:9090 }\n"))
        .containsExactly("t.yaml:3:8: " + why);
  }

  @Test
  void token_shortOrWithSpaces_isRefusedUnseen() {
    String shortOne = LEAST + "admin: { address: 0.0.0.0:9090, token: s3cret }\n";

    assertThat(Parsed.errorsOf(shortOne))
        .contains(
            "t.yaml:3:40: 'token' must be a text of 16 to 500 letters, digits and signs without"
                + " spaces, such as 'openssl rand -hex 32' makes, but is other text");
    assertThat(Parsed.errorsOf(LEAST + "admin: { token: 0123456789 abcdef }\n")).hasSize(1);
  }

  @Test
  void jsonBody_bothForms_haveABound() {
    assertThat(Parsed.dependency("key: { jsonBody: /user/id }\n").key())
        .contains(new KeySource.JsonBody("/user/id", 65_536));
    assertThat(Parsed.dependency("key: { jsonBody: { pointer: /a~1b, maxBody: 1MiB } }\n").key())
        .contains(new KeySource.JsonBody("/a~1b", 1_048_576));
    assertThat(Parsed.errors("key: { jsonBody: user, header: a }\n"))
        .containsExactly(
            "t.yaml:5:10: 'key' must have exactly one of header, query, path, jsonBody");
    assertThat(Parsed.errors("key: { jsonBody: { pointer: user~2, maxBody: 17MiB } }\n"))
        .hasSize(2);
  }
}
