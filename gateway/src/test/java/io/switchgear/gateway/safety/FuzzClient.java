// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.safety.StrictRequests.End;
import io.switchgear.gateway.safety.StrictRequests.Received;
import io.switchgear.gateway.safety.StrictRequests.Sequence;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Sends one mutated text after another, and has a dependency of its own that says what arrived. */
final class FuzzClient implements AutoCloseable {
  private static final int BOUND_MILLIS = 30_000;
  private static final int QUIET_MILLIS = 15;
  private static final int LATE_MAX = 8;

  private final String name;
  private final RecordingServer upstream;
  private final Queue<Received> arrived = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> tally = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private int malformed;
  private final Deque<List<Received>> before = new ArrayDeque<>();

  FuzzClient(String name) throws IOException {
    this.name = name;
    this.upstream =
        RecordingServer.thatForgets(
            (request, out) -> {
              arrived.add(request);
              answer(request, out);
            });
  }

  private static void answer(Received request, OutputStream out) throws IOException {
    String target = request.target();
    if (request.line().startsWith("HEAD ")) {
      out.write(RecordingServer.latin1("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"));
    } else if (request.headers().size() % 2 == 0) {
      out.write(RecordingServer.ok(target));
    } else {
      String size = Integer.toHexString(target.length());
      String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
      out.write(RecordingServer.latin1(head + size + "\r\n" + target + "\r\n0\r\n\r\n"));
    }
  }

  /** The name of the dependency. */
  String name() {
    return name;
  }

  URI upstream() {
    return upstream.uri();
  }

  /** What came of the texts of some clients. */
  static Map<String, Integer> tally(List<FuzzClient> clients) {
    Map<String, Integer> all = new TreeMap<>();
    clients.forEach(it -> it.tally.forEach((what, count) -> all.merge(what, count, Integer::sum)));
    return all;
  }

  void run(InetSocketAddress gateway, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String path = "/" + name;
    String text = MutatedRequest.of(random, path + "/" + seed, path + "/hidden" + seed);
    Sequence sent = StrictRequests.sent(text);
    if (sent.end() == End.MALFORMED) {
      // So that the fault isn't hidden in a line or a head that has yet to end.
      text += "\r\n\r\n\r\n\r\n";
    }
    try (Socket socket = new Socket()) {
      socket.connect(gateway, BOUND_MILLIS);
      socket.setTcpNoDelay(true);
      Answers answers = new Answers(socket, sent);
      answers.exchange(text, random);
      answers.check();
      count("cases", 1);
      count("requests sent whole", sent.requests().size());
      count("ends " + sent.end(), 1);
      answers.statuses.forEach(it -> count("answers " + it, 1));
    } catch (IOException | AssertionError e) {
      fault(seed, String.valueOf(e.getMessage()), text);
    }
    checkArrived(seed, text, sent.requests());
  }

  private void fault(long seed, String what, String text) {
    faults.add("-Dswitchgear.fuzz=1 -Dswitchgear.seed=" + seed + ": " + what + "\n" + shown(text));
  }

  /** What was wrong, with the seed. */
  List<String> faults() {
    return faults;
  }

  private void count(String what, int by) {
    tally.merge(what, by, Integer::sum);
  }

  private static String shown(String text) {
    return text.replace("\r", "\\r").replace("\n", "\\n\n").replace("\0", "\\0");
  }

  /** A call that was cut may arrive when others are already under way. */
  private void checkArrived(long seed, String text, List<Received> sent) {
    before.addLast(sent);
    if (before.size() > LATE_MAX) {
      before.removeFirst();
    }
    List<Received> known = before.stream().flatMap(List::stream).toList();
    for (Received got = arrived.poll(); got != null; got = arrived.poll()) {
      Received request = got;
      count("requests arrived", 1);
      if (known.stream().noneMatch(it -> isSame(it, request))) {
        fault(seed, "nobody sent " + got + " but " + known, text);
      }
    }
    if (upstream.faults().size() > malformed) {
      malformed = upstream.faults().size();
      fault(seed, upstream.faults().get(malformed - 1), text);
    }
  }

  private boolean isSame(Received sent, Received got) {
    String method = sent.line().substring(0, sent.line().indexOf(' '));
    String target = sent.target().substring(Math.min(sent.target().length(), 1 + name.length()));
    target = target.startsWith("/") ? target : "/" + target;
    return got.line().equals(method + " " + target + " HTTP/1.1") && got.body().equals(sent.body());
  }

  @Override
  public void close() throws IOException {
    upstream.close();
  }

  /** What comes back on one connection. */
  private static final class Answers {
    private final Socket socket;
    private final Sequence sent;
    private final StringBuilder text = new StringBuilder();
    private final List<String> statuses = new ArrayList<>();
    private boolean ended;

    Answers(Socket socket, Sequence sent) {
      this.socket = socket;
      this.sent = sent;
    }

    void exchange(String request, SplittableRandom random) throws IOException {
      try {
        send(request, random);
        receive();
      } catch (SocketTimeoutException e) {
        throw new AssertionError("neither an answer nor an end; so far " + text, e);
      } catch (IOException reset) {
        // The gateway closed the connection while there were bytes that it didn't read.
        ended = true;
      }
    }

    private void send(String request, SplittableRandom random) throws IOException {
      byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
      int start = 0;
      while (start < bytes.length) {
        int length =
            random.nextInt(3) == 0
                ? 1 + random.nextInt(bytes.length - start)
                : bytes.length - start;
        socket.getOutputStream().write(bytes, start, length);
        start += length;
        Thread.onSpinWait();
      }
    }

    private void receive() throws IOException {
      byte[] piece = new byte[8_192];
      while (!ended) {
        socket.setSoTimeout(owes() ? BOUND_MILLIS : QUIET_MILLIS);
        int count;
        try {
          count = socket.getInputStream().read(piece);
        } catch (SocketTimeoutException quiet) {
          if (owes()) {
            throw quiet;
          }
          return;
        }
        ended = count < 0;
        text.append(new String(piece, 0, Math.max(0, count), StandardCharsets.ISO_8859_1));
      }
    }

    /** Whether the gateway must still answer or close. */
    private boolean owes() {
      int whole = read();
      return whole < sent.requests().size() || sent.end() == End.MALFORMED;
    }

    /** How many answers are there. */
    private int read() {
      statuses.clear();
      int at = 0;
      while (at < text.length()) {
        int end = text.indexOf("\r\n\r\n", at);
        if (end < 0) {
          break;
        }
        String head = text.substring(at, end + 4);
        at = end + 4;
        String status = head.substring(head.indexOf(' ') + 1, head.indexOf(' ') + 4);
        if (status.startsWith("1")) {
          continue;
        }
        statuses.add(status);
        if (!status.equals("200") && !head.contains("application/problem+json")) {
          throw new AssertionError("not a problem: " + head);
        }
        at += bodyLength(head, at);
      }
      return statuses.size();
    }

    private int bodyLength(String head, int start) {
      if (isHead(statuses.size() - 1)) {
        return 0;
      }
      int chunked = head.toLowerCase(Locale.ROOT).indexOf("transfer-encoding");
      if (chunked >= 0) {
        int end = text.indexOf("0\r\n\r\n", start);
        return end < 0 ? text.length() - start : end + 5 - start;
      }
      return RawConnection.contentLength(head + "content-length: 0");
    }

    private boolean isHead(int answer) {
      return answer < sent.requests().size()
          && sent.requests().get(answer).line().startsWith("HEAD ");
    }

    void check() {
      if (!ended && owes()) {
        throw new AssertionError("too few answers: " + text);
      }
      if (statuses.stream().anyMatch(it -> it.startsWith("5") && !it.matches("501|505"))) {
        throw new AssertionError("a fault of ours: " + text);
      }
    }
  }
}
