// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;

/** An answer without a network. */
record Answer(HttpRequest request, int statusCode, Map<String, String> fields)
    implements HttpResponse<String> {
  @Override
  public HttpHeaders headers() {
    Map<String, List<String>> all =
        fields.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, field -> List.of(field.getValue())));
    return HttpHeaders.of(all, (name, value) -> true);
  }

  @Override
  public String body() {
    return "";
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
    return request.uri();
  }

  @Override
  public Version version() {
    return Version.HTTP_1_1;
  }
}
