// SPDX-License-Identifier: Apache-2.0

/** Policies around the calls of an OkHttpClient. */
module io.switchgear.okhttp {
  requires static transitive org.jspecify;
  requires transitive io.switchgear.core;
  requires transitive io.switchgear.http;
  requires transitive okhttp3;

  exports io.switchgear.okhttp;
}
