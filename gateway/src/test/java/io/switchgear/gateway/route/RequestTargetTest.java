// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {

  @ParameterizedTest
  @CsvSource({
    "/erp, erp, '', ''",
    "/erp/, erp, /, ''",
    "/erp?a=1, erp, '', ?a=1",
    "/erp/a/b?c=/d, erp, /a/b, ?c=/d",
    "/erp?a=/b, erp, '', ?a=/b",
    "/erp//a%2Fb/./c, erp, //a%2Fb/./c, ''",
    "/, '', '', ''",
    "//x, '', /x, ''",
    "/erp/a..b/...;x, erp, /a..b/...;x, ''"
  })
  void parse_path_splitsWithoutChangingAnything(
      String target, String dependency, String path, String query) throws BadTargetException {
    assertThat(RequestTarget.parse(target)).isEqualTo(new RequestTarget(dependency, path, query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "http://erp/x",
        "erp/x",
        "/erp/..",
        "/erp/../x",
        "/erp/%2e%2E/x",
        "/erp/.%2e",
        "/erp/a%2f..%2Fb",
        "/erp/..%5cb",
        "/erp/..\\b",
        "/erp/..;v=1/b",
        "/erp/..%3bv=1/b",
        "/erp/a b",
        "/erp/\u00e4",
        "/erp/a#b",
        "/erp/a\r\nX: 1"
      })
  void parse_targetThatMayLeadElsewhere_isRefused(String target) {
    assertThatThrownBy(() -> RequestTarget.parse(target)).isInstanceOf(BadTargetException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "/erp, '', /",
    "/erp?a, '', /?a",
    "/erp, /base, /base",
    "/erp/, /base, /base/",
    "/erp/x?a, /base/v1, /base/v1/x?a"
  })
  void onto_basePath_joins(String target, String basePath, String joined)
      throws BadTargetException {
    assertThat(RequestTarget.parse(target).onto(basePath)).isEqualTo(joined);
  }

  @Test
  void segment_countsFromOneBehindTheName() throws BadTargetException {
    RequestTarget target = RequestTarget.parse("/erp/v1/tenants/t%31/x?q=/9");

    assertThat(target.segment(1)).contains("v1");
    assertThat(target.segment(3)).contains("t%31");
    assertThat(target.segment(4)).contains("x");
    assertThat(target.segment(5)).isEmpty();
  }

  @Test
  void queryParameter_findsTheFirstOfExactlyThatName() throws BadTargetException {
    RequestTarget target = RequestTarget.parse("/erp?akey=0&key&key=1&key=2&empty=");

    assertThat(target.queryParameter("key")).contains("1");
    assertThat(target.queryParameter("empty")).contains("");
    assertThat(target.queryParameter("ke")).isEmpty();
    assertThat(target.queryParameter("none")).isEmpty();
  }
}
