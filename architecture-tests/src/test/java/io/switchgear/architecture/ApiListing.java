// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The published API as text: one line for each type, then one for each of its members, sorted. */
final class ApiListing {
  /** What every object has, and what every enum gets from the compiler. */
  private static final Set<String> SELF_EVIDENT =
      Set.of("equals(Object)", "hashCode()", "toString()", "values()", "valueOf(String)");

  private static final Set<String> MARKERS = Set.of("Deprecated", "Incubating");

  private final List<String> lines = new ArrayList<>();
  private final Set<Class<?>> mentioned = new LinkedHashSet<>();

  /** Adds a type and its members. */
  void add(Class<?> type) {
    var writer = new TypeWriter(type.getPackageName());
    lines.add(declaration(type, writer));
    Set<String> members = new TreeSet<>();
    addMembers(type, type, writer, members);
    for (Class<?> parent = type.getSuperclass();
        isHidden(parent);
        parent = parent.getSuperclass()) {
      addMembers(type, parent, writer, members);
    }
    for (Class<?> parent : type.getInterfaces()) {
      if (isHidden(parent)) {
        addMembers(type, parent, writer, members);
      }
    }
    members.forEach(member -> lines.add("  " + member));
    mentioned.addAll(writer.mentioned());
  }

  List<String> lines() {
    return lines;
  }

  /** The types of this project that stand anywhere in the listing. */
  Set<Class<?>> mentioned() {
    return mentioned;
  }

  /** A supertype that users cannot name: what it declares is published by its subtypes. */
  private static boolean isHidden(@Nullable Class<?> parent) {
    return parent != null && !Modifier.isPublic(parent.getModifiers());
  }

  private static String declaration(Class<?> type, TypeWriter writer) {
    StringBuilder text = new StringBuilder(markers(type));
    text.append(Modifier.isPublic(type.getModifiers()) ? "public " : "protected ");
    String kind = kind(type);
    if (kind.equals("class")) {
      text.append(type.isMemberClass() && Modifier.isStatic(type.getModifiers()) ? "static " : "");
      text.append(Modifier.isAbstract(type.getModifiers()) ? "abstract " : "");
      text.append(Modifier.isFinal(type.getModifiers()) ? "final " : "");
    }
    text.append(type.isSealed() ? "sealed " : "").append(kind).append(' ');
    text.append(type.getCanonicalName()).append(writer.typeParameters(type.getTypeParameters()));
    writer.name(type);
    if (type.isRecord()) {
      text.append(components(type, writer));
    }
    AnnotatedType parent = type.getAnnotatedSuperclass();
    if (kind.equals("class") && parent != null && type.getSuperclass() != Object.class) {
      text.append(isHidden(type.getSuperclass()) ? "" : " extends " + writer.write(parent));
    }
    List<String> interfaces = interfaces(type, writer);
    if (!interfaces.isEmpty()) {
      text.append(type.isInterface() ? " extends " : " implements ");
      text.append(String.join(", ", interfaces));
    }
    return text.toString();
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isInterface()) {
      return "interface";
    }
    if (type.isEnum()) {
      return "enum";
    }
    return type.isRecord() ? "record" : "class";
  }

  private static String components(Class<?> type, TypeWriter writer) {
    return Arrays.stream(type.getRecordComponents())
        .map((RecordComponent part) -> writer.write(part.getAnnotatedType()) + " " + part.getName())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static List<String> interfaces(Class<?> type, TypeWriter writer) {
    List<String> names = new ArrayList<>();
    AnnotatedType[] annotated = type.getAnnotatedInterfaces();
    for (int i = 0; i < annotated.length; i++) {
      if (!isHidden(type.getInterfaces()[i])) {
        names.add(writer.write(annotated[i]));
      }
    }
    return names;
  }

  private static void addMembers(
      Class<?> type, Class<?> declaring, TypeWriter writer, Set<String> members) {
    for (Field field : declaring.getDeclaredFields()) {
      if (isPublished(type, field)) {
        String what = field.isEnumConstant() ? "" : writer.write(field.getAnnotatedType()) + " ";
        members.add(markers(field) + modifiers(type, field) + what + field.getName());
      }
    }
    for (Constructor<?> constructor : declaring.getDeclaredConstructors()) {
      if (declaring == type && isPublished(type, constructor)) {
        String name = writer.typeParameters(constructor.getTypeParameters()) + type.getSimpleName();
        String signature = writer.signature(constructor);
        members.add(markers(constructor) + modifiers(type, constructor) + name + signature);
      }
    }
    for (Method method : declaring.getDeclaredMethods()) {
      if (isPublished(type, method) && !method.isBridge()) {
        addMethod(type, method, writer, members);
      }
    }
  }

  private static void addMethod(
      Class<?> type, Method method, TypeWriter writer, Set<String> members) {
    String signature = method.getName() + writer.signature(method);
    if (SELF_EVIDENT.contains(signature)) {
      return;
    }
    String parameters = writer.typeParameters(method.getTypeParameters());
    String generic = parameters.isEmpty() ? "" : parameters + " ";
    String result = writer.write(method.getAnnotatedReturnType()) + " ";
    members.add(markers(method) + modifiers(type, method) + generic + result + signature);
  }

  private static boolean isPublished(Class<?> type, Member member) {
    int modifiers = member.getModifiers();
    boolean inherited = Modifier.isProtected(modifiers) && !Modifier.isFinal(type.getModifiers());
    return (Modifier.isPublic(modifiers) || inherited) && !member.isSynthetic();
  }

  private static String modifiers(Class<?> type, Member member) {
    int modifiers = member.getModifiers();
    StringBuilder text = new StringBuilder();
    text.append(Modifier.isPublic(modifiers) ? "public " : "protected ");
    if (member instanceof Method method && method.isDefault()) {
      text.append("default ");
    }
    text.append(Modifier.isAbstract(modifiers) && !type.isInterface() ? "abstract " : "");
    text.append(Modifier.isStatic(modifiers) ? "static " : "");
    boolean impliedFinal = member instanceof Method && Modifier.isFinal(type.getModifiers());
    text.append(Modifier.isFinal(modifiers) && !impliedFinal ? "final " : "");
    return text.toString();
  }

  private static String markers(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .map(annotation -> annotation.annotationType().getSimpleName())
        .filter(MARKERS::contains)
        .map(name -> "@" + name + " ")
        .collect(Collectors.joining());
  }
}
