// SPDX-License-Identifier: Apache-2.0
package io.switchgear.okhttp;

import io.switchgear.core.Deadline;
import io.switchgear.http.HttpResult;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import okhttp3.Response;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/** A response of OkHttp. */
final class OkResult extends HttpResult {
  private static final int SWITCHING_PROTOCOLS = 101;

  private final Response raw;
  private final BooleanSupplier gone;
  private @Nullable Response response;

  private OkResult(HttpVerdicts verdicts, Response raw, BooleanSupplier gone) {
    super(verdicts, new Head(raw));
    this.raw = raw;
    this.gone = gone;
  }

  static OkResult of(HttpVerdicts verdicts, Response raw, Deadline until, BooleanSupplier gone)
      throws IOException {
    OkResult result = new OkResult(verdicts, raw, gone);
    if (raw.code() == SWITCHING_PROTOCOLS) {
      result.response = raw;
      result.complete();
      return result;
    }
    try {
      var body = Okio.buffer(Okio.source(result.watch(raw.body().byteStream(), until)));
      result.response = raw.newBuilder().body(new WatchedBody(raw.body(), body, result)).build();
      return result;
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  Response response() {
    return Objects.requireNonNull(response);
  }

  @Override
  protected boolean isGivenUp() {
    return gone.getAsBoolean();
  }

  @Override
  public void discard() {
    abandon();
    raw.close();
  }

  /** The status and headers. */
  private record Head(Response response) implements ResponseHead {
    @Override
    public int status() {
      return response.code();
    }

    @Override
    public Optional<String> header(String name) {
      return Optional.ofNullable(response.header(name));
    }
  }
}
