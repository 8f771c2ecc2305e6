// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WaitingTest {
  /** Ends with its result in the very moment in which somebody wants to cancel it. */
  private static final class QuickFuture extends CompletableFuture<String> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      complete("in the last moment");
      return super.cancel(mayInterrupt);
    }
  }

  @AfterEach
  void leaveNoInterrupt() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void await_interrupted_cancelsTheFuture() {
    CompletableFuture<String> future = new CompletableFuture<>();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> Waiting.await(future)).isInstanceOf(InterruptedException.class);
    assertThat(future).isCancelled();
  }

  @Test
  void await_endsInTheMomentOfTheInterrupt_givesTheResultAndKeepsTheFlag() throws Exception {
    Thread.currentThread().interrupt();

    String result = Waiting.await(new QuickFuture());

    assertThat(result).isEqualTo("in the last moment");
    assertThat(Thread.interrupted()).isTrue();
  }

  static List<Throwable> unchecked() {
    return List.of(new IllegalStateException("broken"), new AssertionError("broken"));
  }

  @ParameterizedTest
  @MethodSource("unchecked")
  void await_failsUnchecked_throwsThatItself(Throwable error) {
    assertThatThrownBy(() -> Waiting.await(CompletableFuture.failedFuture(error))).isSameAs(error);
  }

  @Test
  void await_failsChecked_throwsItWrapped() {
    IOException reset = new IOException("reset");

    assertThatThrownBy(() -> Waiting.await(CompletableFuture.failedFuture(reset)))
        .isInstanceOf(CompletionException.class)
        .hasCause(reset);
  }

  @Test
  void forTicket_permitComes_givesItsTicket() {
    List<String> givenBack = new ArrayList<>();
    CompletableFuture<String> permit = new CompletableFuture<>();
    CompletableFuture<Long> ticket = Waiting.forTicket(permit, String::length, givenBack::add);

    permit.complete("seven77");

    assertThat(ticket).isCompletedWithValue(7L);
    assertThat(givenBack).isEmpty();
  }

  @Test
  void forTicket_permitIsRefused_failsWithTheRefusal() {
    IllegalStateException refusal = new IllegalStateException("full");

    CompletableFuture<Long> ticket =
        Waiting.forTicket(
            CompletableFuture.<String>failedFuture(refusal), String::length, permit -> {});

    assertThatThrownBy(ticket::join).hasCause(refusal);
  }

  @Test
  void forTicket_cancelled_cancelsTheWaitForThePermit() {
    CompletableFuture<String> permit = new CompletableFuture<>();

    Waiting.forTicket(permit, String::length, unwanted -> {}).cancel(false);

    assertThat(permit).isCancelled();
  }

  @Test
  void forTicket_permitComesAsTheWaitIsCancelled_isGivenBack() {
    List<String> givenBack = new ArrayList<>();

    Waiting.forTicket(new QuickFuture(), String::length, givenBack::add).cancel(false);

    assertThat(givenBack).containsExactly("in the last moment");
  }
}
