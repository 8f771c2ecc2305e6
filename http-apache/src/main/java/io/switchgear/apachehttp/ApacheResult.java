// SPDX-License-Identifier: Apache-2.0
package io.switchgear.apachehttp;

import io.switchgear.core.Deadline;
import io.switchgear.http.HttpResult;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.jspecify.annotations.Nullable;

/** A response of Apache HttpClient. */
final class ApacheResult extends HttpResult {
  private final ClassicHttpResponse raw;
  private final ExecChain.Scope scope;
  private @Nullable ClassicHttpResponse response;

  private ApacheResult(HttpVerdicts verdicts, ClassicHttpResponse raw, ExecChain.Scope scope) {
    super(verdicts, new Head(raw));
    this.raw = raw;
    this.scope = scope;
  }

  static ApacheResult of(
      HttpVerdicts verdicts, ClassicHttpResponse raw, Deadline until, ExecChain.Scope scope)
      throws IOException {
    ApacheResult result = new ApacheResult(verdicts, raw, scope);
    @Nullable HttpEntity entity = raw.getEntity();
    if (entity == null) {
      result.complete();
      result.response = raw;
      return result;
    }
    try {
      InputStream content = result.watch(entity.getContent(), until);
      result.response = new Watched(result, new WatchedEntity(entity, content, result));
      return result;
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  ClassicHttpResponse response() {
    return Objects.requireNonNull(response);
  }

  @Override
  protected boolean isGivenUp() {
    return scope.execRuntime.isExecutionAborted();
  }

  @Override
  public void discard() {
    abandon();
    try {
      raw.close();
    } catch (IOException e) {
      // Its connection is gone, and nobody wants the answer.
    }
  }

  /** The response with a body that is watched, which is left when the response is closed. */
  private static final class Watched extends BasicClassicHttpResponse {
    private static final long serialVersionUID = 1L;

    private final transient ApacheResult result;

    Watched(ApacheResult result, HttpEntity entity) {
      super(result.raw.getCode(), result.raw.getReasonPhrase());
      this.result = result;
      setVersion(result.raw.getVersion());
      setHeaders(result.raw.getHeaders());
      setEntity(entity);
    }

    @Override
    public void close() throws IOException {
      result.leave();
      result.raw.close();
    }
  }

  /** The status and headers. */
  private record Head(ClassicHttpResponse response) implements ResponseHead {
    @Override
    public int status() {
      return response.getCode();
    }

    @Override
    public Optional<String> header(String name) {
      return Optional.ofNullable(response.getFirstHeader(name)).map(Header::getValue);
    }
  }
}
