// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.List;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Walks the declarations of one Java file for {@link TidyChecker}. */
final class TidyVisitor {
  private static final int METHOD_LINES_MAX = 70;
  private static final int TYPE_LINES_MAX = 500;
  private static final int PARAMETERS_MAX = 5;

  private final SourcePositions positions;
  private final String path;
  private final List<String> lines;
  private final List<Finding> findings;

  TidyVisitor(JavacTask task, String path, List<String> lines, List<Finding> findings) {
    this.positions = Trees.instance(task).getSourcePositions();
    this.path = path;
    this.lines = lines;
    this.findings = findings;
  }

  /** Adds the findings of one parsed file. */
  void visit(CompilationUnitTree unit) {
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree declaration) {
        checkTypeLength(unit, declaration);
      }
    }
    unit.accept(new Scanner(unit), null);
  }

  private void checkTypeLength(CompilationUnitTree unit, ClassTree type) {
    long first = lineAfter(unit, type.getModifiers(), type);
    int length = Math.toIntExact(lastLine(unit, type) - first + 1);
    if (length > TYPE_LINES_MAX) {
      String message = type.getSimpleName() + " has " + length + " lines, over " + TYPE_LINES_MAX;
      findings.add(new Finding(TidyRule.TYPE_LINES, path, first, length, message));
    }
  }

  private long lineAfter(CompilationUnitTree unit, ModifiersTree modifiers, Tree declaration) {
    long end = positions.getEndPosition(unit, modifiers);
    return line(unit, end >= 0 ? end : positions.getStartPosition(unit, declaration));
  }

  private long lastLine(CompilationUnitTree unit, Tree tree) {
    return line(unit, positions.getEndPosition(unit, tree));
  }

  private static long line(CompilationUnitTree unit, long position) {
    return unit.getLineMap().getLineNumber(position);
  }

  private final class Scanner extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;

    Scanner(CompilationUnitTree unit) {
      this.unit = unit;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
      if (type.getKind() == Tree.Kind.RECORD) {
        long components = type.getMembers().stream().filter(Scanner::isComponent).count();
        checkParameters(type, type.getSimpleName().toString(), Math.toIntExact(components));
      }
      return super.visitClass(type, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      String name = method.getName().toString();
      checkParameters(method, name, method.getParameters().size());
      Tree returnType = method.getReturnType();
      long first =
          returnType == null
              ? lineAfter(unit, method.getModifiers(), method)
              : line(unit, positions.getStartPosition(unit, returnType));
      int length = Math.toIntExact(lastLine(unit, method) - first + 1);
      if (length > METHOD_LINES_MAX) {
        String message = name + " has " + length + " lines, over " + METHOD_LINES_MAX;
        findings.add(new Finding(TidyRule.METHOD_LINES, path, first, length, message));
      }
      return super.visitMethod(method, null);
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void unused) {
      String fullName = annotation.getAnnotationType().toString();
      String name = fullName.substring(fullName.lastIndexOf('.') + 1);
      long line = line(unit, positions.getStartPosition(unit, annotation));
      if (name.startsWith("Disabled") || name.equals("Ignore")) {
        add(TidyRule.DISABLED_TESTS, path, line, "a test that does not run");
      }
      if (name.equals("SuppressWarnings")) {
        String where = path + ":" + line;
        add(TidyRule.SUPPRESSIONS, "total", 0, "suppressed warning at " + where);
        if (!hasReason(annotation, line)) {
          add(TidyRule.SUPPRESSION_REASON, path, line, "say why in a // comment beside or above");
        }
      }
      return super.visitAnnotation(annotation, null);
    }

    /** A comment of its own, for Javadoc speaks of what follows rather than of the warning. */
    private boolean hasReason(AnnotationTree annotation, long line) {
      String last = lines.get(Math.toIntExact(lastLine(unit, annotation)) - 1);
      String above = line >= 2 ? lines.get(Math.toIntExact(line) - 2).strip() : "";
      return last.contains("// ") || above.startsWith("// ");
    }

    private void checkParameters(Tree tree, String name, int count) {
      if (count > PARAMETERS_MAX) {
        long line = line(unit, positions.getStartPosition(unit, tree));
        String message = name + " has " + count + " parameters, over " + PARAMETERS_MAX;
        findings.add(new Finding(TidyRule.PARAMETERS, path, line, count, message));
      }
    }

    private void add(TidyRule rule, String where, long line, String message) {
      findings.add(new Finding(rule, where, line, 1, message));
    }

    /** The parser gives a record's components as fields, and other fields of it must be static. */
    private static boolean isComponent(Tree member) {
      return member instanceof VariableTree field
          && !field.getModifiers().getFlags().contains(Modifier.STATIC);
    }
  }
}
