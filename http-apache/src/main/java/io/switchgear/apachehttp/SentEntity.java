// SPDX-License-Identifier: Apache-2.0
package io.switchgear.apachehttp;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** The body of a request, watched while one attempt sends it. */
final class SentEntity extends HttpEntityWrapper {
  private volatile boolean begun;
  private volatile boolean failed;

  SentEntity(HttpEntity entity) {
    super(entity);
  }

  /** Whether the other side may have seen some of it. */
  boolean isBegun() {
    return begun;
  }

  /** Whether it was the caller's own entity that couldn't be read. */
  boolean hasFailed() {
    return failed;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    begun = true;
    Connection connection = new Connection(out);
    try {
      super.writeTo(connection);
    } catch (IOException | RuntimeException e) {
      failed = !connection.broken;
      throw e;
    }
  }

  /** Tells an error of the connection from one of the entity. */
  private static final class Connection extends FilterOutputStream {
    private boolean broken;

    Connection(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      broken = true;
      out.write(bytes, offset, length);
      broken = false;
    }

    @Override
    public void write(int value) throws IOException {
      broken = true;
      out.write(value);
      broken = false;
    }

    @Override
    public void flush() throws IOException {
      broken = true;
      out.flush();
      broken = false;
    }
  }
}
