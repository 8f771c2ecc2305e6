// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.core.TimeSource;
import io.switchgear.gateway.key.KeyLabels;
import io.vertx.core.http.HttpClientAgent;

/**
 * What all dependencies of a gateway share.
 *
 * @param client makes their connections
 * @param labels hides their keys
 * @param time the time of their policies
 */
public record Shared(HttpClientAgent client, KeyLabels labels, TimeSource time) {}
