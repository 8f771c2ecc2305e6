// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.gateway.circuit.Token;

/** What may go wrong with a call once it is being made. */
enum CallError {
  /** No connection: refused, unknown host, a certificate that isn't trusted. */
  CONNECT(502, "Dependency unreachable", "No connection to the dependency could be made."),

  /** All connections are in use; no fault of the dependency. */
  NO_CONNECTION_FREE(
      503, "No connection free", "All connections to the dependency are in use: try again soon."),

  /** The connection broke before the answer was complete. */
  CONNECTION_LOST(
      502, "Dependency unreachable", "The dependency closed the connection without an answer."),

  /** What came isn't HTTP as we can pass it on. */
  BAD_RESPONSE(502, "Bad answer", "The dependency's answer is no valid HTTP response."),

  /** The connection wasn't made in time. */
  CONNECT_TIMEOUT(504, "Dependency timed out", "No connection to the dependency in time."),

  /** The answer didn't begin in time. */
  FIRST_BYTE_TIMEOUT(504, "Dependency timed out", "The dependency's answer didn't begin in time."),

  /** The body stood still, either way. */
  IDLE_TIMEOUT(504, "Dependency timed out", "The exchange with the dependency stood still."),

  /** The call took too long altogether. */
  TOTAL_TIMEOUT(504, "Dependency timed out", "The dependency's answer wasn't complete in time."),

  /** The client sends more than it may: no fault of the dependency. */
  BODY_TOO_LONG(413, "Body too long", "The request's body is longer than it may be."),

  /** The client didn't send its body, or didn't take the answer: no fault of the dependency. */
  CLIENT_TIMEOUT(408, "Client timed out", "The request's body didn't arrive in time.");

  private final int status;
  private final String title;
  private final String detail;

  CallError(int status, String title, String detail) {
    this.status = status;
    this.title = title;
    this.detail = detail;
  }

  int status() {
    return status;
  }

  String title() {
    return title;
  }

  String detail() {
    return detail;
  }

  /** The sentence for a client whose stream was cut. */
  String streamDetail() {
    return this == CONNECTION_LOST ? "The dependency broke the stream off before its end." : detail;
  }

  String token() {
    return Token.of(this);
  }
}
