// SPDX-License-Identifier: Apache-2.0
package io.switchgear.okhttp;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import okio.ForwardingSink;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/** The body of a request, watched while one attempt sends it. */
final class SentBody extends RequestBody {
  private final RequestBody body;
  private volatile boolean begun;
  private volatile boolean failed;

  SentBody(RequestBody body) {
    this.body = body;
  }

  /** Whether the other side may have seen some of it. */
  boolean isBegun() {
    return begun;
  }

  /** Whether it was the caller's own body that couldn't be read. */
  boolean hasFailed() {
    return failed;
  }

  @Override
  public @Nullable MediaType contentType() {
    return body.contentType();
  }

  @Override
  public long contentLength() throws IOException {
    return body.contentLength();
  }

  @Override
  public boolean isOneShot() {
    return body.isOneShot();
  }

  @Override
  public boolean isDuplex() {
    return body.isDuplex();
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    begun = true;
    Connection connection = new Connection(sink);
    BufferedSink watched = Okio.buffer(connection);
    try {
      body.writeTo(watched);
    } catch (IOException | RuntimeException e) {
      failed = !connection.broken;
      throw e;
    }
    watched.emit();
  }

  /** Tells an error of the connection from one of the body. */
  private static final class Connection extends ForwardingSink {
    private boolean broken;

    Connection(BufferedSink sink) {
      super(sink);
    }

    @Override
    public void write(Buffer source, long byteCount) throws IOException {
      try {
        super.write(source, byteCount);
      } catch (IOException e) {
        broken = true;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        super.flush();
      } catch (IOException e) {
        broken = true;
        throw e;
      }
    }
  }
}
