// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A transport that answers as it is told, and remembers what it was asked. */
final class FakeTransport implements Transport {
  static final Services SERVICES = Options.parse(List.of("--via", "library")).services();

  private final List<HttpRequest> requests = new ArrayList<>();
  private int status = 200;
  private Map<String, String> fields = Map.of();
  private boolean refusing;

  void answer(int nextStatus, Map<String, String> nextFields) {
    status = nextStatus;
    fields = nextFields;
  }

  void refuseConnections() {
    refusing = true;
  }

  List<HttpRequest> requests() {
    return requests;
  }

  @Override
  public HttpResponse<?> send(HttpRequest request) throws IOException {
    requests.add(request);
    if (refusing) {
      throw new ConnectException();
    }
    return new Answer(request, status, fields);
  }
}
