// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Turns text into a tree of YAML nodes.
 *
 * <p>The parser's own messages may quote the text, which may be a secret (a password that begins
 * with {@code *} is an alias to the parser). Therefore none of them is passed on; the common ones
 * have a sentence of ours.
 */
final class YamlTree {
  private static final String NOT_YAML = "this isn't valid YAML";

  private static final int DELETE = 0x7f;

  private static final int MAX_DEPTH = 20;
  private static final int MAX_ALIASES = 200;

  /** What the parser's messages mean, found by a part of theirs, the more specific first. */
  private static final List<Meaning> MEANINGS =
      List.of(
          new Meaning("TAB", "indentation needs spaces, not tabs"),
          new Meaning(
              "mapping values are not allowed",
              "unexpected ':'; check the indentation, or quote text that has a ':' in it"),
          new Meaning("expected ':'", "a ':' is missing after this key", true),
          new Meaning("block end", "the indentation doesn't fit the lines above"),
          new Meaning(
              "undefined alias", "this alias has no anchor; quote text that begins with '*'"),
          new Meaning("unexpected end of stream", "this quote isn't closed", true),
          new Meaning(
              "cannot start any token", "text that begins with this character must be quoted"),
          new Meaning("escape", "unknown escape; single quotes take a backslash as it is"),
          new Meaning("',' or '}'", "a ',' or '}' is missing"),
          new Meaning("',' or ']'", "a ',' or ']' is missing"),
          new Meaning("another document", "the file must hold one document only"));

  private final String text;
  private final Problems problems;
  private final LoadSettings settings =
      LoadSettings.builder()
          .setUseMarks(true)
          .setAllowDuplicateKeys(true)
          .setAllowNonScalarKeys(true)
          .setMaxAliasesForCollections(MAX_ALIASES)
          .build();

  private YamlTree(String text, Problems problems) {
    this.text = text;
    this.problems = problems;
  }

  /** The root node. */
  static Node of(String text, Problems problems) {
    String withoutMark = text.startsWith("\ufeff") ? text.substring(1) : text;
    return new YamlTree(withoutMark, problems).root();
  }

  private Node root() {
    checkCharacters();
    try {
      checkShape();
      return new Composer(settings, parser())
          .getSingleNode()
          .orElseThrow(() -> problems.fatal(0, 0, "the file is empty"));
    } catch (YamlEngineException e) {
      throw explained(e);
    }
  }

  private ConfigException explained(YamlEngineException e) {
    if (!(e instanceof MarkedYamlEngineException marked)) {
      return problems.fatal(0, 0, NOT_YAML);
    }
    // The problem, unlike the message, has no piece of the text in it that could be misread.
    String problem = String.valueOf(marked.getProblem());
    Meaning meaning =
        MEANINGS.stream()
            .filter(it -> problem.contains(it.part()))
            .findFirst()
            .orElse(new Meaning("", NOT_YAML));
    Optional<Mark> where = meaning.atStart() ? marked.getContextMark() : marked.getProblemMark();
    return problems.fatal(
        where.or(marked::getProblemMark).or(marked::getContextMark), meaning.sentence());
  }

  private Parser parser() {
    return new ParserImpl(settings, new StreamReader(settings, text));
  }

  private void checkCharacters() {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int codePoint = text.codePointAt(i);
      // YAML allows the delete character in some places; nobody needs it in any.
      if (!StreamReader.isPrintable(codePoint) || codePoint == DELETE) {
        TextPlace place = TextPlace.after(text.substring(0, i));
        String message = "the character U+%04X isn't allowed".formatted(codePoint);
        throw problems.fatal(place.line(), place.column(), message);
      }
    }
  }

  /** The composer is recursive, and follows aliases; the parser is neither. */
  private void checkShape() {
    int depth = 0;
    int aliases = 0;
    Iterator<Event> events = parser();
    while (events.hasNext()) {
      Event event = events.next();
      depth += depthChange(event);
      aliases += event.getEventId() == Event.ID.Alias ? 1 : 0;
      if (depth > MAX_DEPTH) {
        throw problems.fatal(event.getStartMark(), "nested deeper than " + MAX_DEPTH + " levels");
      }
      if (aliases > MAX_ALIASES) {
        throw problems.fatal(event.getStartMark(), "more than " + MAX_ALIASES + " aliases");
      }
    }
  }

  private static int depthChange(Event event) {
    return switch (event.getEventId()) {
      case MappingStart, SequenceStart -> 1;
      case MappingEnd, SequenceEnd -> -1;
      case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> 0;
    };
  }

  /**
   * What a message of the parser means.
   *
   * @param part a part of the parser's message
   * @param sentence what people are told
   * @param atStart whether the mistake is where the unfinished thing begins, not where it ends
   */
  private record Meaning(String part, String sentence, boolean atStart) {
    Meaning(String part, String sentence) {
      this(part, sentence, false);
    }
  }
}
