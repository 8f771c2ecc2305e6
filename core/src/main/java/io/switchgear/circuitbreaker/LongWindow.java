// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** The latest results of a window that is too large for one word. */
record LongWindow(double ratio, int lastCalls, int minCalls)
    implements ValueRule<LongWindow.Content> {

  Content empty() {
    return new Content(new long[(lastCalls + Long.SIZE - 1) / Long.SIZE], 0, 0);
  }

  @Override
  public Content next(Content content, boolean failure, long nowNanos) {
    if (!failure && absorbsSuccess(content)) {
      return content;
    }
    boolean full = content.filled == lastCalls;
    int last = lastCalls - 1;
    long leaving = full ? (content.words[last / Long.SIZE] >>> last) & 1 : 0;
    long[] shifted = new long[content.words.length];
    long carry = failure ? 1 : 0;
    for (int i = 0; i < shifted.length; i++) {
      shifted[i] = (content.words[i] << 1) | carry;
      carry = content.words[i] >>> (Long.SIZE - 1);
    }
    int failures = content.failures + (failure ? 1 : 0) - (int) leaving;
    return new Content(shifted, full ? lastCalls : content.filled + 1, failures);
  }

  @Override
  public boolean absorbsSuccess(Content content) {
    return content.failures == 0 && content.filled == lastCalls;
  }

  @Override
  public boolean trips(Content content) {
    return FailureRate.reaches(ratio, minCalls, content.failures, content.filled);
  }

  @Override
  public String describe(Content content) {
    return FailureRate.describe(content.failures, content.filled);
  }

  /** A bit for each result (1 is a failure), the newest in the lowest bit of the first word. */
  static final class Content implements RecentResults {
    private final long[] words;
    private final int filled;
    private final int failures;

    Content(long[] words, int filled, int failures) {
      this.words = words;
      this.filled = filled;
      this.failures = failures;
    }

    @Override
    public int filled() {
      return filled;
    }

    @Override
    public boolean failed(int age) {
      return ((words[age / Long.SIZE] >>> age) & 1) == 1;
    }

    int failures() {
      return failures;
    }
  }
}
