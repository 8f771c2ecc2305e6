// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What is said before the play begins. */
final class Prologue {
  private Prologue() {}

  static List<String> lines(DemoPlan plan, String yaml, URI admin) {
    List<String> lines = new ArrayList<>();
    lines.add("Switchgear demo: an API cuts its limit without a word.");
    lines.add("");
    lines.add(
        "%d workers post the documents of two customers: acme has %d a second, globex %d."
            .formatted(
                plan.workers(),
                plan.arrivalsPerSecond(Customer.ACME),
                plan.arrivalsPerSecond(Customer.GLOBEX)));
    lines.add("The API limits each customer's key. You see the same twice, side by side:");
    lines.add(
        "  without Switchgear  a worker that gets a 429 tries again after %s"
            .formatted(Text.seconds(plan.fixedPause())));
    lines.add("  with Switchgear     the same workers call the gateway, which runs with this:");
    lines.add("");
    yaml.lines().forEach(line -> lines.add("    " + line));
    lines.add("");
    lines.add("The gateway's own numbers meanwhile: " + admin + "/metrics");
    lines.add("It begins in %s, when everything is warm.".formatted(Text.seconds(plan.warmUp())));
    return lines;
  }
}
