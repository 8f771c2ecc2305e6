// SPDX-License-Identifier: Apache-2.0
package io.switchgear.okhttp;

import io.switchgear.http.HttpResult;
import okhttp3.MediaType;
import okhttp3.ResponseBody;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** A response's body on its way to the caller, who may ask what the policies make of it. */
final class WatchedBody extends ResponseBody {
  private final ResponseBody raw;
  private final BufferedSource source;
  private final HttpResult result;

  WatchedBody(ResponseBody raw, BufferedSource source, HttpResult result) {
    this.raw = raw;
    this.source = source;
    this.result = result;
  }

  HttpResult result() {
    return result;
  }

  @Override
  public @Nullable MediaType contentType() {
    return raw.contentType();
  }

  @Override
  public long contentLength() {
    return raw.contentLength();
  }

  @Override
  public BufferedSource source() {
    return source;
  }
}
