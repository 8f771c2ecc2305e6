// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what happens to a call that the dependency can't answer. */
final class FallbackReader {
  private static final int MAX_STEPS = 10;

  private static final Kind<String> MESSAGE_TEXT =
      Kinds.text(
          "a sentence of up to 300 characters on one line",
          "text",
          Pattern.compile("\\P{Cntrl}{1,300}"));

  private static final Key<String> MESSAGE =
      Key.of("message", MESSAGE_TEXT, "what the refusal says to people").required();

  private static final Key<Step> FAILOVER =
      Key.of(
          "failover",
          FailoverReader.KIND.to(it -> Optional.of(new Step(Optional.of(it), Optional.empty()))),
          "asks other dependencies");

  private static final Key<Step> NONE =
      Key.of(
          "none",
          new SectionKind("none", Keys.of(MESSAGE)).to(FallbackReader::none),
          "refuses the call, with this message");

  private static final Kind<Step> STEP =
      new EitherKind<>(
          new ScalarKind<>(
              "none or a mapping with one step",
              "`none`",
              Map.of("const", "none"),
              scalar ->
                  Optional.of(scalar.text())
                      .filter("none"::equals)
                      .map(it -> new Step(Optional.empty(), Optional.empty()))),
          OneKeyKind.<Step>of("fallback", "must have exactly one of %s", List.of(FAILOVER, NONE))
              .later("park", "cache", "value"));

  private static final Kind<List<Step>> STEPS = new ListKind<>(STEP, "steps", 0, MAX_STEPS);

  /** All steps together. */
  static final Kind<FallbackConfig> KIND = new StepsKind();

  private FallbackReader() {}

  private static Optional<Step> none(Section section) {
    return Optional.of(new Step(Optional.empty(), section.get(MESSAGE)));
  }

  /** One step: a failover, or with no failover the end. */
  private record Step(Optional<RequestFailoverConfig> failover, Optional<String> message) {}

  /** The steps, in an order that makes sense. */
  private record StepsKind() implements Kind<FallbackConfig> {

    @Override
    public Optional<FallbackConfig> read(Setting setting) {
      List<Step> steps = STEPS.read(setting).orElse(List.of());
      List<RequestFailoverConfig> failovers =
          steps.stream().flatMap(step -> step.failover().stream()).toList();
      if (failovers.size() > 1) {
        setting.problem("'fallback' can have one 'failover'; give it all targets");
      }
      boolean endsEarly =
          steps.stream()
              .limit(Math.max(0, steps.size() - 1))
              .anyMatch(it -> it.failover().isEmpty());
      if (endsEarly) {
        setting.problem("'fallback' must have nothing behind 'none'");
      }
      return Optional.of(
          new FallbackConfig(
              failovers.stream().findFirst().orElse(null),
              steps.stream().flatMap(step -> step.message().stream()).findFirst().orElse(null)));
    }

    @Override
    public Object shown(Setting setting) {
      return STEPS.shown(setting);
    }

    @Override
    public String words() {
      return STEPS.words();
    }

    @Override
    public Map<String, Object> schema(SchemaSections sections) {
      return STEPS.schema(sections);
    }
  }
}
