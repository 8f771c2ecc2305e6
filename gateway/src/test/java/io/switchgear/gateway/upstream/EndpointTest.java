// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {

  @ParameterizedTest
  @CsvSource({
    "http://erp.example, erp.example, 80, false, ''",
    "https://erp.example, erp.example, 443, true, ''",
    "https://erp.example:8443/base%2Fx/, erp.example, 8443, true, /base%2Fx",
    "http://[::1]:81/v1, ::1, 81, false, /v1"
  })
  void of_url_readsItsParts(String url, String host, int port, boolean tls, String basePath) {
    assertThat(Endpoint.of(URI.create(url), true))
        .isEqualTo(new Endpoint(host, port, tls, tls, basePath));
    assertThat(Endpoint.of(URI.create(url), false).http2()).isFalse();
  }
}
