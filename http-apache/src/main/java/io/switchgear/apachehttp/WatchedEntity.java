// SPDX-License-Identifier: Apache-2.0
package io.switchgear.apachehttp;

import io.switchgear.http.HttpResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A response's body on its way to the caller, who may ask what the policies make of it. */
final class WatchedEntity extends HttpEntityWrapper {
  private final InputStream content;
  private final HttpResult result;

  WatchedEntity(HttpEntity raw, InputStream content, HttpResult result) {
    super(raw);
    this.content = content;
    this.result = result;
  }

  HttpResult result() {
    return result;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public boolean isStreaming() {
    return true;
  }

  @Override
  public InputStream getContent() {
    return content;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (content) {
      content.transferTo(out);
    }
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
