// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Shows how types are written and what the listing leaves out. */
class ApiListingFormatTest {
  private static final String OUTER = "io.switchgear.architecture.ApiListingFormatTest.";

  @Test
  void add_class_listsPublicAndProtectedMembers() {
    assertThat(list(Door.class))
        .containsExactly(
            "public static abstract class "
                + OUTER
                + "Door<T extends @Nullable Object> extends Thread"
                + " implements Comparable<ApiListingFormatTest.Door<T>>",
            "  protected Door(@Nullable String)",
            "  public <E extends Exception> T open(java.util.Map<String, ? super T>,"
                + " @Nullable String...) throws E, java.io.IOException",
            "  public @Nullable String name(String @Nullable [])",
            "  public abstract int compareTo(ApiListingFormatTest.Door<T>)",
            "  public static final int WIDTH");
  }

  @Test
  void add_finalClass_leavesOutSelfEvidentMembers() {
    assertThat(list(Closed.class))
        .containsExactly(
            "public static final class " + OUTER + "Closed", "  @Deprecated public Closed()");
  }

  @Test
  void add_record_listsComponentsInOrder() {
    assertThat(list(Pair.class).get(0))
        .isEqualTo("public record " + OUTER + "Pair(@Nullable String left, int right)");
  }

  @Test
  void add_enum_listsConstants() {
    assertThat(list(Side.class))
        .containsExactly(
            "public enum " + OUTER + "Side",
            "  public static final LEFT",
            "  public static final RIGHT");
  }

  @Test
  void add_sealedInterface_listsDefaultMethods() {
    assertThat(list(Shape.class))
        .containsExactly(
            "public sealed interface " + OUTER + "Shape",
            "  public default java.util.function.Function<?, ? extends Number> area()");
  }

  @Test
  void add_hiddenParent_listsItsMembersWithTheChild() {
    assertThat(list(Child.class))
        .containsExactly(
            "public static final class " + OUTER + "Child",
            "  public Child()",
            "  public int inherited()");
  }

  @Test
  void mentioned_typeOfOurs_isRemembered() {
    ApiListing listing = new ApiListing();
    listing.add(Leak.class);

    assertThat(listing.mentioned()).containsExactlyInAnyOrder(Leak.class, Parent.class);
    assertThat(PublishedModule.isAccessible(Parent.class)).isFalse();
  }

  @Test
  void difference_changedLine_showsBothAndTheCommand() {
    String message =
        ApiListingTest.difference("api/core.txt", List.of("same", "old"), List.of("same", "new"));

    assertThat(message)
        .contains("api/core.txt", "- old", "+ new", "-Dapi.update=true")
        .doesNotContain("same");
  }

  private static List<String> list(Class<?> type) {
    ApiListing listing = new ApiListing();
    listing.add(type);
    return listing.lines();
  }

  public abstract static class Door<T extends @Nullable Object> extends Thread
      implements Comparable<Door<T>> {
    public static final int WIDTH = 1;

    protected Door(@Nullable String name) {
      super(name);
    }

    public <E extends Exception> T open(Map<String, ? super T> keys, @Nullable String... more)
        throws E, IOException {
      throw new IOException(keys.toString() + more.length);
    }

    public @Nullable String name(String @Nullable [] parts) {
      return parts == null ? null : parts[0];
    }

    @Override
    public abstract int compareTo(Door<T> other);
  }

  public static final class Closed {
    @Deprecated
    public Closed() {}

    @Override
    public String toString() {
      return "closed";
    }
  }

  public record Pair(@Nullable String left, int right) {}

  public enum Side {
    LEFT,
    RIGHT
  }

  public sealed interface Shape permits Circle {
    default Function<?, ? extends Number> area() {
      return unused -> 0;
    }
  }

  private static final class Circle implements Shape {}

  static class Parent {
    public int inherited() {
      return 0;
    }
  }

  public static final class Child extends Parent {}

  public static final class Leak {
    private Leak() {}

    public static Parent parent() {
      return new Parent();
    }
  }
}
