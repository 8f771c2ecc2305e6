// SPDX-License-Identifier: Apache-2.0

/** Policies around the calls of an Apache HttpClient 5. */
module io.switchgear.apachehttp {
  requires static transitive org.jspecify;
  requires transitive io.switchgear.core;
  requires transitive io.switchgear.http;
  requires transitive org.apache.httpcomponents.client5.httpclient5;
  requires transitive org.apache.httpcomponents.core5.httpcore5;

  exports io.switchgear.apachehttp;
}
