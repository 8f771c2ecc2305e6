// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.LoggedErrors;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one attempt tells the gates that it went through. */
@Timeout(60)
class AttemptGatesTest {
  private static final CallOptions NONE = CallOptions.none();

  private final VirtualTime time = new VirtualTime();
  private final List<String> told = new ArrayList<>();
  private final CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
  private final Recorder place = new Recorder("place", 7);
  private final Recorder permit = new Recorder("permit", 8);
  private final Download download = new Download(200);

  /** Lets calls in, at once or later, and notes what it is told of them. */
  private final class Recorder implements Gate {
    private final String name;
    private final long ticket;
    private @Nullable CompletableFuture<Long> later;
    private @Nullable RuntimeException breaks;

    Recorder(String name, long ticket) {
      this.name = name;
      this.ticket = ticket;
    }

    @Override
    public long enter(CallOptions options) {
      return later == null ? ticket : WAITS;
    }

    @Override
    public CompletableFuture<Long> enterLater(CallOptions options) {
      return later == null ? CompletableFuture.completedFuture(ticket) : later;
    }

    @Override
    public void exit(long ticket, Assessment assessment) {
      told.add(name + " " + ticket + " " + assessment.verdict());
      if (breaks != null) {
        throw breaks;
      }
    }

    @Override
    public void cancel(long ticket) {
      told.add(name + " " + ticket + " cancelled");
    }
  }

  /** A wait that ends with a ticket in the very moment in which it is cancelled. */
  private static final class QuickWait extends CompletableFuture<Long> {
    private final long ticket;

    QuickWait(long ticket) {
      this.ticket = ticket;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      complete(ticket);
      return super.cancel(mayInterrupt);
    }
  }

  /** How the attempt is made. */
  enum Form {
    /** On the caller's thread. */
    BLOCKING,
    /** As a stage. */
    ASYNC
  }

  private Plan<@Nullable Object> plan() {
    Parts<@Nullable Object> parts = new Parts<>("erp");
    parts.time = time;
    parts.verdicts = AttemptGatesTest::read;
    return parts.plan();
  }

  private static Assessment read(@Nullable Object result, @Nullable Throwable error) {
    return Download.read(result instanceof Download some ? some : null, error);
  }

  private @Nullable Object make(Form form, @Nullable Object result) {
    return attempt(form, CompletableFuture.completedFuture(result));
  }

  private @Nullable Object attempt(Form form, CompletableFuture<@Nullable Object> call) {
    Gates gates = new Gates(null, circuit, place, permit);
    return form == Form.BLOCKING
        ? new Attempts<>(plan()).make(gates, NONE, call::get, null)
        : new AsyncAttempt<>(plan(), gates, NONE, () -> call, null).start().join();
  }

  private AsyncAttempt<@Nullable Object> async(CompletionStage<@Nullable Object> call) {
    return new AsyncAttempt<>(
        plan(), new Gates(null, circuit, place, permit), NONE, () -> call, null);
  }

  private long count(Verdict verdict) {
    return circuit.stats().calls().byVerdict().getOrDefault(verdict, 0L);
  }

  @ParameterizedTest
  @EnumSource
  void success_isToldToAll(Form form) {
    assertThat(make(form, "ok")).isEqualTo("ok");

    assertThat(told).containsExactlyInAnyOrder("permit 8 SUCCESS", "place 7 SUCCESS");
    assertThat(count(Verdict.SUCCESS)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void success_afterWaits_isToldWithTheTicketsThatCame(Form form) {
    place.later = CompletableFuture.completedFuture(17L);
    permit.later = CompletableFuture.completedFuture(18L);

    make(form, "ok");

    assertThat(told).containsExactlyInAnyOrder("permit 18 SUCCESS", "place 17 SUCCESS");
  }

  @ParameterizedTest
  @EnumSource
  void ongoingResult_isToldWhenItIsOver(Form form) {
    assertThat(make(form, download)).isSameAs(download);
    assertThat(told).isEmpty();

    download.end(Verdict.FAILURE);

    assertThat(told).containsExactlyInAnyOrder("permit 8 FAILURE", "place 7 FAILURE");
    assertThat(count(Verdict.FAILURE)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void ongoingResultThatEndsWithoutAWord_wasASuccess(Form form) {
    Unclear unclear = new Unclear(CompletableFuture.completedFuture(null));

    make(form, unclear);

    assertThat(told).containsExactlyInAnyOrder("permit 8 SUCCESS", "place 7 SUCCESS");
  }

  /** The permit's policy learns at once; the place is taken until the result is over. */
  @ParameterizedTest
  @EnumSource
  void ongoingResultThatIsNoSuccess_isWhatItWasHoweverItEnds(Form form) {
    Download unavailable = new Download(503);

    make(form, unavailable);
    assertThat(told).containsExactly("permit 8 FAILURE");
    unavailable.discard();

    assertThat(told).containsExactly("permit 8 FAILURE", "place 7 FAILURE");
  }

  @ParameterizedTest
  @EnumSource
  void resultThatCantSayWhenItEnds_isTakenAsOver_andThatIsLogged(Form form) {
    Unclear broken = new Unclear(null);

    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      assertThat(make(form, broken)).isSameAs(broken);

      assertThat(logged.lines())
          .isNotEmpty()
          .allMatch(line -> line.startsWith("A hook of a policy failed beside a call: no end"));
    }
    assertThat(told).containsExactlyInAnyOrder("permit 8 SUCCESS", "place 7 SUCCESS");
  }

  @ParameterizedTest
  @EnumSource
  void gateThatBreaksAtTheEndOfAFailure_isSuppressedInTheCallsError(Form form) {
    permit.breaks = new IllegalStateException("broken");
    IOException error = new IOException("reset");

    Unsuccessful end = (Unsuccessful) attempt(form, CompletableFuture.failedFuture(error));

    assertThat(end).isNotNull();
    assertThat(end.cause()).isSameAs(error);
    assertThat(end.error()).isNotNull();
    assertThat(end.error().getSuppressed()).containsExactly(permit.breaks);
    assertThat(told).containsExactlyInAnyOrder("permit 8 FAILURE", "place 7 FAILURE");
  }

  @ParameterizedTest
  @EnumSource
  void gateThatBreaksAtTheEndOfABadResult_isLogged(Form form) {
    permit.breaks = new IllegalStateException("broken");
    Download unavailable = new Download(503);
    unavailable.end(Verdict.SUCCESS);

    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      make(form, unavailable);

      assertThat(logged.lines()).containsExactly("A hook of a policy failed beside a call: broken");
    }
    assertThat(told).containsExactlyInAnyOrder("permit 8 FAILURE", "place 7 FAILURE");
  }

  @Test
  void attemptThatThrewPastItsGates_saysNothing() {
    IllegalStateException error = new IllegalStateException("full");

    assertThat(Unsuccessful.read(null, error).verdict()).isEqualTo(Verdict.IGNORED);
  }

  @ParameterizedTest
  @EnumSource
  void healthyCall_logsNothing(Form form) {
    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      make(form, "ok");
      make(form, null);

      assertThat(logged.lines()).isEmpty();
    }
  }

  @Test
  void cancelled_asThePlaceComes_givesEverythingBackAndMakesNoCall() {
    place.later = new QuickWait(17);
    CompletableFuture<@Nullable Object> call = new CompletableFuture<>();

    async(call).start().cancel(false);

    assertThat(told).containsExactlyInAnyOrder("permit 8 cancelled", "place 17 cancelled");
    assertThat(circuit.stats().permits().released()).isOne();
    assertThat(circuit.stats().permits().settled()).isZero();
    assertThat(call).isNotDone();
  }

  @Test
  void cancelled_asThePermitComes_givesEverythingBackAndMakesNoCall() {
    permit.later = new QuickWait(18);

    async(new CompletableFuture<>()).start().cancel(false);

    assertThat(told).containsExactlyInAnyOrder("permit 18 cancelled", "place 7 cancelled");
    assertThat(circuit.stats().permits().released()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void circuitOpensWhileThePermitIsTaken_bothAreGivenBack(Form form) {
    Gate opening =
        new Gate() {
          @Override
          public long enter(CallOptions options) {
            circuit.forceOpen(Directive.by("ana"));
            return permit.enter(options);
          }

          @Override
          public CompletableFuture<Long> enterLater(CallOptions options) {
            return permit.enterLater(options);
          }

          @Override
          public void exit(long ticket, Assessment assessment) {
            permit.exit(ticket, assessment);
          }

          @Override
          public void cancel(long ticket) {
            permit.cancel(ticket);
          }
        };
    Gates gates = new Gates(null, circuit, place, opening);
    CompletableFuture<@Nullable Object> call = CompletableFuture.completedFuture("ok");

    Object answer =
        form == Form.BLOCKING
            ? new Attempts<>(plan()).make(gates, NONE, call::get, null)
            : new AsyncAttempt<>(plan(), gates, NONE, () -> call, null).start().join();

    assertThat(Unsuccessful.refusalIn(answer)).isNotNull();
    assertThat(told).containsExactlyInAnyOrder("permit 8 cancelled", "place 7 cancelled");
  }

  /** Its end is unknown. */
  private record Unclear(@Nullable CompletionStage<Assessment> end) implements OngoingResult {
    @Override
    public CompletionStage<Assessment> ended() {
      if (end == null) {
        throw new IllegalStateException("no end");
      }
      return end;
    }

    @Override
    public void discard() {}
  }

  @Test
  void elapsed_isTheTimeSinceTheCallBegan() {
    time.advance(Duration.ofSeconds(1));
    Trace trace = new Trace(time);
    time.advance(Duration.ofSeconds(2));

    assertThat(trace.value("ok").elapsed()).isEqualTo(Duration.ofSeconds(2));
  }
}
