// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;
import java.util.Optional;

/** Reads what the gateway takes from its clients at most. */
final class ClientLimitsReader {
  private static final int MOST_CONNECTIONS = 1_000_000;
  private static final String SHORTEST_HEAD = "256";
  private static final String LONGEST_HEAD = "1MiB";

  private static final Key<Integer> MAX_CONNECTIONS =
      Key.of(
              "maxConnections",
              Kinds.wholeNumber(1, MOST_CONNECTIONS),
              "how many connections may be open; a further one is closed")
          .standard(ClientLimits.standard().maxConnections());

  private static final Key<Duration> IDLE =
      Key.of(
              "idle",
              Kinds.duration(Kinds.LONGEST),
              "how long a connection may take to send the head of a request; then it is closed")
          .standard("1m");

  private static final Key<Integer> MAX_REQUEST_LINE =
      Key.of(
              "maxRequestLine",
              Kinds.bytes(SHORTEST_HEAD, LONGEST_HEAD),
              "how long the first line of a request may be; 414 beyond")
          .standard("16KiB");

  private static final Key<Integer> MAX_HEADERS =
      Key.of(
              "maxHeaders",
              Kinds.bytes(SHORTEST_HEAD, LONGEST_HEAD),
              "how long the headers of a request may be together; 431 beyond")
          .standard("64KiB");

  static final Key<ClientLimits> CLIENTS =
      Key.of(
              "clients",
              new SectionKind(
                      "clients", Keys.of(MAX_CONNECTIONS, IDLE, MAX_REQUEST_LINE, MAX_HEADERS))
                  .to(ClientLimitsReader::limits),
              "what is taken from clients at most")
          .standardWords("as below");

  private ClientLimitsReader() {}

  private static Optional<ClientLimits> limits(Section section) {
    ClientLimits standard = ClientLimits.standard();
    return Optional.of(
        new ClientLimits(
            section.get(MAX_CONNECTIONS).orElse(standard.maxConnections()),
            section.get(IDLE).orElse(standard.idle()),
            section.get(MAX_REQUEST_LINE).orElse(standard.maxRequestLineBytes()),
            section.get(MAX_HEADERS).orElse(standard.maxHeaderBytes())));
  }
}
