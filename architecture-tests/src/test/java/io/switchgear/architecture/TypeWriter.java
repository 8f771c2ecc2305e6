// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Executable;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Writes types as in Java source, with their nullness, and remembers which of ours it wrote. */
final class TypeWriter {
  private static final Set<String> NULLNESS = Set.of("Nullable", "NonNull");

  /** Names in this package, and in java.lang, are written without it. */
  private final String home;

  private final Set<Class<?>> mentioned = new LinkedHashSet<>();

  TypeWriter(String home) {
    this.home = home;
  }

  /** The types of this project that have been written. */
  Set<Class<?>> mentioned() {
    return mentioned;
  }

  String write(AnnotatedType type) {
    if (type instanceof AnnotatedArrayType array) {
      String nullness = nullness(array);
      String component = write(array.getAnnotatedGenericComponentType());
      return component + (nullness.isEmpty() ? "" : " " + nullness) + "[]";
    }
    if (type instanceof AnnotatedTypeVariable) {
      return nullness(type) + type.getType().getTypeName();
    }
    if (type instanceof AnnotatedWildcardType wildcard) {
      return nullness(type) + "?" + bounds(wildcard);
    }
    if (type instanceof AnnotatedParameterizedType parameterized) {
      Type raw = ((ParameterizedType) type.getType()).getRawType();
      return nullness(type)
          + name((Class<?>) raw)
          + "<"
          + join(parameterized.getAnnotatedActualTypeArguments(), ", ")
          + ">";
    }
    return nullness(type) + name((Class<?>) type.getType());
  }

  /** The type parameters of a declaration, in angle brackets, or nothing if it has none. */
  String typeParameters(TypeVariable<?>[] parameters) {
    if (parameters.length == 0) {
      return "";
    }
    StringJoiner joiner = new StringJoiner(", ", "<", ">");
    for (TypeVariable<?> parameter : parameters) {
      AnnotatedType[] bounds = parameter.getAnnotatedBounds();
      String written = join(bounds, " & ");
      joiner.add(parameter.getName() + (written.equals("Object") ? "" : " extends " + written));
    }
    return joiner.toString();
  }

  /** The parameters in parentheses and the exceptions after them. */
  String signature(Executable executable) {
    List<AnnotatedType> parameters = Arrays.asList(executable.getAnnotatedParameterTypes());
    StringJoiner joiner = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < parameters.size(); i++) {
      boolean open = executable.isVarArgs() && i == parameters.size() - 1;
      joiner.add(
          open ? variable((AnnotatedArrayType) parameters.get(i)) : write(parameters.get(i)));
    }
    AnnotatedType[] exceptions = executable.getAnnotatedExceptionTypes();
    return joiner + (exceptions.length == 0 ? "" : " throws " + join(exceptions, ", "));
  }

  String join(AnnotatedType[] types, String separator) {
    return Arrays.stream(types).map(this::write).collect(Collectors.joining(separator));
  }

  String name(Class<?> type) {
    if (type.getName().startsWith("io.switchgear.")) {
      mentioned.add(type);
    }
    String name = type.getCanonicalName();
    boolean near = List.of(home, "java.lang").contains(type.getPackageName());
    return near && !type.isPrimitive() ? name.substring(type.getPackageName().length() + 1) : name;
  }

  private String variable(AnnotatedArrayType array) {
    return write(array.getAnnotatedGenericComponentType()) + "...";
  }

  private String bounds(AnnotatedWildcardType wildcard) {
    AnnotatedType[] lower = wildcard.getAnnotatedLowerBounds();
    if (lower.length > 0) {
      return " super " + join(lower, " & ");
    }
    String upper = join(wildcard.getAnnotatedUpperBounds(), " & ");
    return upper.isEmpty() || upper.equals("Object") ? "" : " extends " + upper;
  }

  private static String nullness(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .map(annotation -> annotation.annotationType().getSimpleName())
        .filter(NULLNESS::contains)
        .map(name -> "@" + name + " ")
        .collect(Collectors.joining());
  }
}
