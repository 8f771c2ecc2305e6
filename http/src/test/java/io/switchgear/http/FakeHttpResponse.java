// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** A response of the JDK's client with one header. */
record FakeHttpResponse(int statusCode, String headerName, String headerValue, String body)
    implements HttpResponse<String> {
  private static final URI ERP = URI.create("http://erp.example");

  @Override
  public HttpHeaders headers() {
    return HttpHeaders.of(Map.of(headerName, List.of(headerValue)), (name, value) -> true);
  }

  @Override
  public HttpRequest request() {
    return HttpRequest.newBuilder(ERP).build();
  }

  @Override
  public Optional<HttpResponse<String>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return Optional.empty();
  }

  @Override
  public URI uri() {
    return ERP;
  }

  @Override
  public HttpClient.Version version() {
    return HttpClient.Version.HTTP_1_1;
  }
}
