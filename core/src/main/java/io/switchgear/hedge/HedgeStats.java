// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

/**
 * Numbers of a hedge since it was made. Each is exact once no call is under way.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param hedges how many attempts beyond the first the budget has paid for
 * @param won how many calls succeeded by such an attempt
 * @param unpaid how many such attempts weren't begun, since the budget was used up
 */
public record HedgeStats(long hedges, long won, long unpaid) {}
