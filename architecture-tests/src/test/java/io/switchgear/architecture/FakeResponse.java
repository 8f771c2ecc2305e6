// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** A response that no server has sent. */
record FakeResponse(int statusCode, String retryAfter) implements HttpResponse<String> {
  static FakeResponse of(int statusCode) {
    return new FakeResponse(statusCode, "");
  }

  @Override
  public HttpHeaders headers() {
    Map<String, List<String>> named =
        retryAfter.isEmpty() ? Map.of() : Map.of("Retry-After", List.of(retryAfter));
    return HttpHeaders.of(named, (name, value) -> true);
  }

  @Override
  public HttpRequest request() {
    return HttpRequest.newBuilder(uri()).build();
  }

  @Override
  public Optional<HttpResponse<String>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public String body() {
    return "";
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return Optional.empty();
  }

  @Override
  public URI uri() {
    return URI.create("http://127.0.0.1/");
  }

  @Override
  public HttpClient.Version version() {
    return HttpClient.Version.HTTP_1_1;
  }
}
