// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * Gives each key a label. A key may be a secret, such as an API key, so nothing but its label goes
 * to the policies, to logs, to answers and to the admin API. A label is the beginning of a keyed
 * hash under a secret that this process made for itself: it can't be turned back into the key, and
 * nobody can try out keys against it.
 *
 * <p>Two keys share a label with a probability of about one in 50,000 at 100,000 keys.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class KeyLabels {
  /** The label of all calls that have no key. */
  public static final String NONE = "(none)";

  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "key-";
  private static final int LABEL_BYTES = 6;
  private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{" + 2 * LABEL_BYTES + "}");

  private final ThreadLocal<Labeler> labelers;

  private KeyLabels(SecretKey secret) {
    this.labelers = ThreadLocal.withInitial(() -> new Labeler(mac(secret)));
  }

  /**
   * Labels under a new secret.
   *
   * @return the labels of this process
   */
  public static KeyLabels random() {
    try {
      return new KeyLabels(KeyGenerator.getInstance(ALGORITHM).generateKey());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Each JDK has " + ALGORITHM, e);
    }
  }

  private static Mac mac(SecretKey secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Each JDK has " + ALGORITHM, e);
    }
  }

  /**
   * Whether a text has the form of a label, be it one of this process or not.
   *
   * @param text a key or a label
   * @return true for {@code key-} and twelve hexadecimal digits
   */
  public static boolean isLabel(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * The label of a key.
   *
   * @param key the key as the client sent it
   * @return for example {@code key-3f9a1c20b7d4}; {@link #NONE} for an empty key
   */
  public String labelOf(String key) {
    if (key.isEmpty()) {
      return NONE;
    }
    return labelers.get().labelOf(key);
  }

  /**
   * Labels of one thread. It remembers those of the keys that were used last: the hash takes longer
   * than all policies of a call together.
   */
  private static final class Labeler {
    private static final int REMEMBERED_KEYS = 4_096;

    /**
     * Longer ones, of which there can be few that anybody means well with, are hashed each time.
     */
    private static final int REMEMBERED_LENGTH = 256;

    private final Mac mac;
    private final Map<String, String> labels =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > REMEMBERED_KEYS;
          }
        };

    private Labeler(Mac mac) {
      this.mac = mac;
    }

    private String labelOf(String key) {
      if (key.length() > REMEMBERED_LENGTH) {
        return hash(key);
      }
      String known = labels.get(key);
      if (known == null) {
        known = hash(key);
        labels.put(key, known);
      }
      return known;
    }

    private String hash(String key) {
      byte[] hash = mac.doFinal(key.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(hash, 0, LABEL_BYTES);
    }
  }
}
