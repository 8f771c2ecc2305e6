// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Finds what is too long or untidy in one Java file, with the parser of the JDK. */
final class TidyChecker {
  static final String LICENSE = "// SPDX-License-Identifier: Apache-2.0";

  private static final int COLUMNS_MAX = 100;

  /** The brackets keep these patterns from finding themselves. */
  private static final Pattern NOTE_WITHOUT_ISSUE =
      Pattern.compile("\\b(T[O]DO|F[I]XME|X[X]X)\\b(?!\\(#\\d+\\)| #\\d+)");

  private static final Pattern NOISE =
      Pattern.compile("^\\s*(//|/?\\*+)\\s*[-=*#~]{4,}|^\\s*/?\\*+\\s*@[a]uthor\\b");

  private final String path;
  private final String source;
  private final List<Finding> findings = new ArrayList<>();

  private TidyChecker(String path, String source) {
    this.path = path;
    this.source = source;
  }

  /** All findings in a file with this path and content. */
  static List<Finding> check(String path, String source) {
    var checker = new TidyChecker(path, source);
    checker.checkLines();
    checker.checkTrees();
    return checker.findings;
  }

  private void checkLines() {
    List<String> lines = source.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(LICENSE)) {
      add(TidyRule.LICENSE, 1, "the first line must be " + LICENSE);
    }
    for (int i = 0; i < lines.size(); i++) {
      checkLine(lines.get(i), i + 1);
    }
  }

  private void checkLine(String line, int number) {
    if (line.length() > COLUMNS_MAX && !line.startsWith("import ")) {
      add(TidyRule.LINE_LENGTH, number, line.length() + " columns, more than " + COLUMNS_MAX);
    }
    if (line.indexOf('\t') >= 0) {
      add(TidyRule.TABS, number, "a tab");
    }
    if (NOTE_WITHOUT_ISSUE.matcher(line).find()) {
      add(TidyRule.ISSUE_MISSING, number, "a note of work to do must name its issue as (#n)");
    }
    if (NOISE.matcher(line).find()) {
      add(TidyRule.COMMENT_NOISE, number, "a divider or an author in a comment");
    }
  }

  private void checkTrees() {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var options = List.of("-proc:none");
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, diagnostics, options, null, List.of(new Source(source)));
    var visitor = new TidyVisitor(task, path, source.lines().toList(), findings);
    try {
      for (CompilationUnitTree unit : task.parse()) {
        visitor.visit(unit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Diagnostic<?> problem : diagnostics.getDiagnostics()) {
      if (problem.getKind() == Diagnostic.Kind.ERROR) {
        add(TidyRule.SYNTAX, problem.getLineNumber(), String.valueOf(problem.getMessage(null)));
      }
    }
  }

  private void add(TidyRule rule, long line, String message) {
    findings.add(new Finding(rule, path, line, 1, message));
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String content;

    Source(String content) {
      super(URI.create("string:///Source.java"), Kind.SOURCE);
      this.content = content;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return content;
    }
  }
}
