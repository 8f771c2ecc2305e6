// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks.proxies;

import io.undertow.Undertow;
import io.undertow.server.handlers.proxy.LoadBalancingProxyClient;
import io.undertow.server.handlers.proxy.ProxyHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.httpproxy.HttpProxy;
import io.vertx.httpproxy.ProxyContext;
import io.vertx.httpproxy.ProxyInterceptor;
import io.vertx.httpproxy.ProxyResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.eclipse.jetty.proxy.ProxyHandler.Reverse;
import org.eclipse.jetty.server.Server;

/**
 * Runs one of the proxies at a port of this machine: {@code /api/…} there goes to {@code /…} of the
 * upstream. Each has the settings that its documentation names for speed, and no policies.
 *
 * <pre>{@code
 * java -cp benchmarks.jar io.switchgear.benchmarks.proxies.Proxies undertow 18084 18080
 * }</pre>
 */
final class Proxies {
  private static final String HOST = "127.0.0.1";
  private static final String PREFIX = "/api";
  private static final int CONNECTIONS = 512;

  private Proxies() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    int upstream = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "undertow" -> undertow(port, upstream);
      case "jetty" -> jetty(port, upstream);
      case "vertx" -> vertx(port, upstream);
      default -> throw new IllegalArgumentException("undertow, jetty or vertx, not " + args[0]);
    }
  }

  private static void undertow(int port, int upstream) {
    LoadBalancingProxyClient client =
        new LoadBalancingProxyClient()
            .setConnectionsPerThread(CONNECTIONS)
            .setSoftMaxConnectionsPerThread(CONNECTIONS)
            .addHost(URI.create("http://" + HOST + ":" + upstream));
    ProxyHandler proxy = ProxyHandler.builder().setProxyClient(client).build();
    Undertow.builder()
        .setIoThreads(1)
        .addHttpListener(port, HOST)
        .setHandler(
            exchange -> {
              String path = exchange.getRelativePath().substring(PREFIX.length());
              exchange.setRequestURI(path);
              exchange.setRequestPath(path);
              exchange.setRelativePath(path);
              proxy.handleRequest(exchange);
            })
        .build()
        .start();
  }

  private static void jetty(int port, int upstream) throws Exception {
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    Reverse proxy =
        new Reverse("http://[^/]+" + PREFIX + "(/.*)", "http://" + HOST + ":" + upstream + "$1");
    server.setHandler(proxy);
    server.start();
    proxy.getHttpClient().setMaxConnectionsPerDestination(CONNECTIONS);
  }

  private static void vertx(int port, int upstream) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    HttpProxy proxy =
        HttpProxy.reverseProxy(
            vertx.createHttpClient(
                new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(CONNECTIONS)));
    proxy.origin(upstream, HOST);
    proxy.addInterceptor(
        new ProxyInterceptor() {
          @Override
          public Future<ProxyResponse> handleProxyRequest(ProxyContext context) {
            context.request().setURI(context.request().getURI().substring(PREFIX.length()));
            return context.sendRequest();
          }
        });
    vertx
        .createHttpServer(new HttpServerOptions().setHost(HOST).setPort(port))
        .requestHandler(proxy)
        .listen()
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }
}
