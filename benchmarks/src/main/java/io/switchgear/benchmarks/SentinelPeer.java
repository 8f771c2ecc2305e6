// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import com.alibaba.csp.sentinel.Entry;
import com.alibaba.csp.sentinel.SphU;
import com.alibaba.csp.sentinel.Tracer;
import com.alibaba.csp.sentinel.slots.block.BlockException;
import com.alibaba.csp.sentinel.slots.block.RuleConstant;
import com.alibaba.csp.sentinel.slots.block.degrade.DegradeRule;
import com.alibaba.csp.sentinel.slots.block.degrade.DegradeRuleManager;
import com.alibaba.csp.sentinel.slots.block.flow.FlowRule;
import com.alibaba.csp.sentinel.slots.block.flow.FlowRuleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Supplier;

/** Sentinel, whose rules are global and whose statistics can't be turned off. */
final class SentinelPeer {
  private static final String RESOURCE = "erp";

  private SentinelPeer() {}

  /** A rule for the calls of a second. */
  static Contender.Run limited(int callsPerSecond) {
    keepLogsOutOfTheHomeFolder();
    limit(callsPerSecond, RuleConstant.FLOW_GRADE_QPS);
    return () -> {
      try (Entry ignored = SphU.entry(RESOURCE)) {
        return true;
      } catch (BlockException e) {
        return false;
      }
    };
  }

  /** A rule for the calls of a second, and one that opens at a share of errors. */
  static Contender.Run guarded(int callsPerSecond, Supplier<String> call) {
    keepLogsOutOfTheHomeFolder();
    limit(callsPerSecond, RuleConstant.FLOW_GRADE_QPS);
    DegradeRule rule =
        new DegradeRule(RESOURCE).setGrade(RuleConstant.DEGRADE_GRADE_EXCEPTION_RATIO);
    DegradeRuleManager.loadRules(
        List.of(
            rule.setCount(0.5)
                .setMinRequestAmount(20)
                .setStatIntervalMs(10_000)
                .setTimeWindow(30)));
    return () -> {
      Entry entry = SphU.entry(RESOURCE);
      try {
        return call.get();
      } catch (RuntimeException e) {
        Tracer.traceEntry(e, entry);
        throw e;
      } finally {
        entry.exit();
      }
    };
  }

  private static void limit(double count, int grade) {
    FlowRule rule = new FlowRule(RESOURCE);
    rule.setGrade(grade);
    rule.setCount(count);
    FlowRuleManager.loadRules(List.of(rule));
  }

  private static void keepLogsOutOfTheHomeFolder() {
    try {
      System.setProperty("csp.sentinel.log.dir", Files.createTempDirectory("sentinel").toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
