// SPDX-License-Identifier: Apache-2.0

/**
 * Several policies around one call. Start at {@link io.switchgear.pipeline.Pipeline#named}.
 *
 * <p>The engine is flat: one method makes an attempt through all gates (circuit, bulkhead, limiter)
 * and gives the call's own result or an {@code Unsuccessful}; what follows one of those (another
 * attempt, an alternative, the end) is decided in one place for blocking and asynchronous calls. A
 * call that succeeds makes no object on its way.
 */
@NullMarked
package io.switchgear.pipeline;

import org.jspecify.annotations.NullMarked;
