// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.config.ConfigException;
import io.switchgear.config.YamlEntry;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests about the stub itself: {@code GET /_stub/stats}, {@code GET} and {@code POST
 * /_stub/config}, {@code POST /_stub/reset}. A POST needs a {@code Host} of this machine and the
 * type {@code application/json}.
 */
final class Control {
  private static final int MAX_BODY_BYTES = 64 * 1024;

  private final Engine engine;

  Control(Engine engine) {
    this.engine = engine;
  }

  void handle(HttpServerRequest request) {
    request.exceptionHandler(ignored -> {});
    request.response().exceptionHandler(ignored -> {});
    String name = request.path().substring(Engine.CONTROL_PATH.length());
    boolean post = request.method().equals(HttpMethod.POST);
    boolean get = request.method().equals(HttpMethod.GET);
    switch (name) {
      case "/stats" -> onlyIf(get, "GET", request, () -> answer(request, stats()));
      case "/reset" -> onlyIf(post, "POST", request, () -> order(request, this::reset));
      case "/config" -> {
        if (post) {
          order(request, this::change);
        } else {
          onlyIf(get, "GET, POST", request, () -> answer(request, config()));
        }
      }
      default ->
          refuse(request, 404, "there are /_stub/stats, /_stub/config and /_stub/reset only");
    }
  }

  /** Does what a POST orders, unless a web page may be behind it. */
  private void order(HttpServerRequest request, Consumer<HttpServerRequest> action) {
    if (!Origin.namesThisHost(request, engine.settings().host())) {
      refuse(request, 421, "the Host must be a name of loopback or the host of the stub");
    } else if (!Origin.sendsJson(request)) {
      refuse(request, 415, "the body must be JSON: Content-Type: application/json");
    } else {
      action.accept(request);
    }
  }

  private JsonObject stats() {
    return StatsJson.of(engine.stats());
  }

  private JsonObject config() {
    return StubSetting.toJson(engine.behavior());
  }

  private void reset(HttpServerRequest request) {
    engine.reset();
    answer(request, new JsonObject().put("ok", true));
  }

  private void change(HttpServerRequest request) {
    Buffer body = Buffer.buffer();
    request.handler(
        part -> {
          if (body.length() <= MAX_BODY_BYTES) {
            body.appendBuffer(part);
          }
        });
    request.end().onSuccess(ignored -> change(request, body));
  }

  private void change(HttpServerRequest request, Buffer body) {
    if (body.length() > MAX_BODY_BYTES) {
      refuse(request, 413, "the body must have at most " + MAX_BODY_BYTES + " bytes");
      return;
    }
    try {
      StubConfig changed = changed(new JsonObject(body).encode());
      engine.take(changed).onComplete(ignored -> answer(request, config()));
    } catch (DecodeException e) {
      refuse(request, 400, "the body must be a JSON object");
    } catch (ConfigException e) {
      refuse(request, 400, e.errors().get(0).message());
    }
  }

  /** The behavior in force with some settings changed; JSON is YAML, too. */
  private StubConfig changed(String json) {
    StubConfig current = engine.settings().behavior(engine.behavior());
    return YamlEntry.parse(
        "the body",
        json,
        entry -> {
          StubConfig changed = ScheduleReader.read(entry, current);
          if (changed.phases().get(changed.phases().size() - 1).behavior().refuse()) {
            entry.problem("'refuse' in the last phase would close this port for good");
          }
          return changed;
        });
  }

  private static void onlyIf(
      boolean allowed, String methods, HttpServerRequest request, Runnable action) {
    if (allowed) {
      action.run();
    } else {
      request.response().putHeader(HttpHeaders.ALLOW, methods);
      refuse(request, 405, "the method must be " + methods.replace(", ", " or "));
    }
  }

  private static void refuse(HttpServerRequest request, int status, @Nullable String message) {
    request.response().setStatusCode(status);
    answer(request, new JsonObject().put("error", message));
  }

  private static void answer(HttpServerRequest request, JsonObject body) {
    request.response().putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
    request.response().end(body.toBuffer().appendString("\n"));
  }
}
