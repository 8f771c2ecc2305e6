// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The profiles that come with the library, each read from its file when it is first asked for. */
final class BuiltInProfiles {
  private static final SortedSet<String> NAMES =
      Collections.unmodifiableSortedSet(
          new TreeSet<>(
              List.of(
                  "adyen",
                  "aftership",
                  "akamai",
                  "anthropic",
                  "azure-openai",
                  "bedrock",
                  "confluence",
                  "deepseek",
                  "discord-legacy",
                  "easypost",
                  "easyship",
                  "fedex",
                  "gemini",
                  "github",
                  "google",
                  "groq",
                  "http",
                  "hubspot",
                  "mastercard-abu",
                  "meta-graph",
                  "method",
                  "netsuite-restlet",
                  "netsuite-soap",
                  "openai",
                  "openrouter",
                  "paypal",
                  "quickbooks",
                  "salesforce",
                  "salesforce-connect",
                  "salesforce-mc",
                  "shipbob",
                  "shippo",
                  "shopify",
                  "shopify-graphql",
                  "shopify-rest",
                  "slack",
                  "stripe",
                  "twilio",
                  "upcitemdb",
                  "ups",
                  "vertex",
                  "visma-eaccounting",
                  "whatsapp",
                  "xero",
                  "zai-glm")));

  private static final Map<String, HttpProfile> READ = new ConcurrentHashMap<>();

  private BuiltInProfiles() {}

  static Set<String> names() {
    return NAMES;
  }

  /** The profile of a name that there is. */
  static HttpProfile get(String name) {
    HttpProfile known = READ.get(name);
    if (known != null) {
      return known;
    }
    HttpProfile first = read(name);
    HttpProfile other = READ.putIfAbsent(name, first);
    return other == null ? first : other;
  }

  private static HttpProfile read(String name) {
    String file = "profiles/" + name + ".json";
    try (InputStream in = BuiltInProfiles.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the profile " + file + " isn't there");
      }
      JsonNode json = JsonNode.of(name, in);
      return name.equals("http")
          ? ProfileReader.base(name, json)
          : ProfileReader.read(name, json, BuiltInProfiles::find);
    } catch (IOException e) {
      throw new UncheckedIOException("the profile " + file + " can't be read", e);
    }
  }

  static Optional<HttpProfile> find(String name) {
    return NAMES.contains(name) ? Optional.of(get(name)) : Optional.empty();
  }
}
