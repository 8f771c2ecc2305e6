// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import io.switchgear.gateway.safety.StrictRequests.Received;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request goes to the dependency that its path names, under that dependency's url, or nowhere.
 */
class TargetIT {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Upwards.
        "/erp/../x",
        "/erp/a/../../x",
        "/erp/..",
        "/erp/..?q",
        "/erp/%2e%2e/x",
        "/erp/%2E%2e/x",
        "/erp/.%2e/x",
        "/erp/..%2fx",
        "/erp/a%2f..%2fx",
        "/erp/..%5cx",
        "/erp/..\\x",
        "/erp/..;/x",
        "/erp/..;v=1/x",
        "/erp/..%3bv/x",
        "/erp/..%00/x",
        "/erp/%00",
        "/erp/.%00./x",
        "/erp/%c0%ae%c0%ae/x",
        // Other forms and characters.
        "http://erp/x",
        "http://127.0.0.1:1/erp/x",
        "https://h/erp/x",
        "erp/x",
        "*",
        "?erp",
        "#",
        "/erp/x#fragment",
        "/erp/\u00e4",
        "/erp/\u00e4?q",
        "/erp/x?\u00e4",
        "/erp/x\u0000",
        "/erp/x\u007f"
      })
  void targetThatMayLeadElsewhere_is400(String target) throws IOException {
    assertThat(statusOf("GET " + target + " HTTP/1.1", "Host: h")).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "/, 404",
    "/?erp, 404",
    "//, 404",
    "//erp/x, 404",
    "/ERP/x, 404",
    "/erp2/x, 404",
    "/er/x, 404",
    "/erp;a/x, 404",
    "/erp%2fx, 404",
    "/%65rp/x, 404",
    "/erp%00/x, 404",
    "/./erp/x, 404",
    "/erp., 404",
    "/erp\\..\\x, 404"
  })
  void targetThatNamesNoDependency_goesNowhere(String target, int status) throws IOException {
    assertThat(statusOf("GET " + target + " HTTP/1.1", "Host: h")).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CONNECT h:443 HTTP/1.1",
        "CONNECT /erp/x HTTP/1.1",
        "CONNECT erp HTTP/1.1",
        "TRACE /erp/x HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "GET http://127.0.0.1:1/ HTTP/1.1"
      })
  void requestToUseTheGatewayAsAProxy_isRefused(String line) throws IOException {
    assertThat(statusOf(line, "Host: h")).isBetween(400, 505);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:1", "other.example", "h:443", "[::1]:8080", "erp", ""})
  void host_isNoWayAnywhere(String host) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String answer = client.sendHead("GET /erp/x HTTP/1.1", "Host: " + host).readHead();

      assertThat(answer).startsWith("HTTP/1.1 200");
      assertThat(upstream.requests())
          .singleElement()
          .extracting(it -> it.values("Host").get(0))
          .isEqualTo("127.0.0.1:" + upstream.uri().getPort());
    }
  }

  private static int statusOf(String... head) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      String answer = client.sendHead(head).readHead();

      assertThat(answer).containsIgnoringCase("content-type: application/problem+json");
      assertThat(upstream.connections()).isZero();
      return Integer.parseInt(answer.substring(9, 12));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a%20b%2Fc;d=1//e/.f/..g/h../...",
        "/?a=%0d%0aX:1&b=..%2f..&c=/../",
        "/%C3%A4/%e2%82%ac?q=%FF",
        "/a//b/./c/",
        "/~!$&'()*+,=:@-_.",
        "/a%0d%0aX:%201/%0aX:1",
        "/%252e%252e/..%252fx/%zz%",
        "/x\\y/{z}|\"'"
      })
  void anyOtherTarget_arrivesByteForByte(String target) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String answer = client.sendHead("GET /erp" + target + " HTTP/1.1", "Host: h").readHead();

      assertThat(answer).startsWith("HTTP/1.1 200");
      assertThat(upstream.requests()).extracting(Received::target).containsExactly(target);
      assertThat(upstream.requests().get(0).values("X")).isEmpty();
      assertThat(upstream.faults()).isEmpty();
    }
  }

  @Test
  void redirectToAnInnerAddress_isPassedOnAndNotFollowed() throws IOException {
    try (RecordingServer inner = RecordingServer.thatAnswers();
        RecordingServer upstream =
            RecordingServer.that(
                (request, out) ->
                    out.write(
                        RecordingServer.latin1(
                            "HTTP/1.1 "
                                + request.target().substring(1)
                                + " Go\r\nLocation: "
                                + inner.uri()
                                + "/latest/meta-data\r\nContent-Length: 0\r\n\r\n")));
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), "retry: { maxAttempts: 3, backoff: { initial: 1ms } }")) {
      for (int status : new int[] {301, 302, 303, 307, 308, 305}) {
        HttpResponse<String> answer = gateway.get("/erp/" + status);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Location"))
            .contains(inner.uri() + "/latest/meta-data");
      }
      assertThat(inner.connections()).isZero();
      assertThat(upstream.requests()).hasSize(6);
    }
  }
}
