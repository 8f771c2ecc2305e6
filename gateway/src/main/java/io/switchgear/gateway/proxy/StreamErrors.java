// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

/** Why a stream of HTTP/2 ends before its time (RFC 9113, 7). */
final class StreamErrors {
  static final long NO_ERROR = 0x0;
  static final long INTERNAL_ERROR = 0x2;
  static final long REFUSED_STREAM = 0x7;
  static final long CANCEL = 0x8;

  private StreamErrors() {}
}
