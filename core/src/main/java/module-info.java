// SPDX-License-Identifier: Apache-2.0

/** The resilience policies of Switchgear; depends on the JDK alone. */
module io.switchgear.core {
  requires static transitive org.jspecify;

  exports io.switchgear.bulkhead;
  exports io.switchgear.cache;
  exports io.switchgear.circuitbreaker;
  exports io.switchgear.core;
  exports io.switchgear.hedge;
  exports io.switchgear.pipeline;
  exports io.switchgear.ratelimit;
  exports io.switchgear.retry;
  exports io.switchgear.timeout;
}
