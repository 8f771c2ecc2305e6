// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import org.junit.jupiter.api.Test;

class HeaderRulesTest {
  private final MultiMap from = MultiMap.caseInsensitiveMultiMap();
  private final MultiMap to = MultiMap.caseInsensitiveMultiMap();

  @Test
  void passRequest_dropsWhatConnectionNames_inAnyCaseAndInAnyOfItsValues() {
    from.add("Connection", "X-One , x-two").add("Connection", "X-Three");
    from.add("x-one", "1").add("X-TWO", "2").add("X-Three", "3").add("X-Four", "4");

    HeaderRules.passRequest(from, to, HttpVersion.HTTP_1_1);

    assertThat(to.names()).containsExactlyInAnyOrder("X-Four", "Via");
  }

  @Test
  void passRequest_keepsTheLengthEvenWhenConnectionNamesIt() {
    from.add("Connection", "close, Content-Length").add("Content-Length", "5");

    HeaderRules.passRequest(from, to, HttpVersion.HTTP_1_1);

    assertThat(to.get("Content-Length")).isEqualTo("5");
  }

  @Test
  void passRequest_addsToAnEarlierVia() {
    from.add("Via", "1.0 inner");

    HeaderRules.passRequest(from, to, HttpVersion.HTTP_1_1);

    assertThat(to.getAll("Via")).containsExactly("1.0 inner", "1.1 switchgear");
  }

  @Test
  void passRequest_dropsHostExpectAndWhatConcernsTheConnection() {
    from.add("Host", "h").add("Expect", "100-continue").add("Keep-Alive", "timeout=1");
    from.add("Transfer-Encoding", "chunked").add("Trailer", "X").add("Proxy-Connection", "x");

    HeaderRules.passRequest(from, to, HttpVersion.HTTP_1_1);

    assertThat(to.names()).containsExactly("Via");
  }

  @Test
  void passResponse_dropsOurOwnHeader_andKeepsRepeatedOnes() {
    from.add("switchgear-outcome", "primary").add("Set-Cookie", "a").add("Set-Cookie", "b");

    HeaderRules.passResponse(from, to);

    assertThat(to.names()).containsExactly("Set-Cookie");
    assertThat(to.getAll("Set-Cookie")).containsExactly("a", "b");
  }
}
