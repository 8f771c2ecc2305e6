// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads where the gateway takes calls and orders. */
final class ListenReader {
  private static final InetSocketAddress DEFAULT_LISTEN =
      InetSocketAddress.createUnresolved("0.0.0.0", 8080);

  private static final InetSocketAddress DEFAULT_ADMIN =
      InetSocketAddress.createUnresolved("127.0.0.1", 9090);

  private static final Key<InetSocketAddress> LISTEN_ADDRESS =
      Key.of("address", Addresses.ANY, "where the gateway takes calls")
          .standard(shown(DEFAULT_LISTEN));

  private static final Key<InetSocketAddress> ADMIN_ADDRESS =
      Key.of(
              "address",
              Addresses.ANY,
              "where the gateway shows its state and takes orders; any but a loopback address needs"
                  + " a `token`")
          .standard(shown(DEFAULT_ADMIN));

  private static final Key<Secret> TOKEN =
      Key.of(
              "token",
              SecretKind.token(),
              "what those who give orders must send as `Authorization: Bearer …`; `openssl rand"
                  + " -hex 32` makes one")
          .standardWords("none");

  static final Key<Listener> LISTEN =
      Key.of(
              "listen",
              new EitherKind<>(
                  Addresses.ANY.to(it -> Optional.of(new Listener(it, null, null))),
                  new SectionKind("listen", Keys.of(LISTEN_ADDRESS, TlsReader.TLS))
                      .to(ListenReader::listen)),
              "where the gateway takes calls")
          .standard(shown(DEFAULT_LISTEN));

  static final Key<Listener> ADMIN =
      Key.of(
              "admin",
              new EitherKind<>(
                  Addresses.ANY.to(it -> Optional.of(new Listener(it, null, null))),
                  new SectionKind("admin", Keys.of(ADMIN_ADDRESS, TOKEN)).to(ListenReader::admin)),
              "where it shows its state and takes orders; not the address of `listen`")
          .standard(shown(DEFAULT_ADMIN));

  private ListenReader() {}

  /** Where something is taken, and how. */
  record Listener(InetSocketAddress address, @Nullable TlsConfig tls, @Nullable Secret token) {}

  static Listener listen(Optional<Listener> given) {
    return given.orElse(new Listener(DEFAULT_LISTEN, null, null));
  }

  static Listener admin(Optional<Listener> given) {
    return given.orElse(new Listener(DEFAULT_ADMIN, null, null));
  }

  private static Optional<Listener> listen(Section section) {
    return Optional.of(
        new Listener(
            section.get(LISTEN_ADDRESS).orElse(DEFAULT_LISTEN),
            section.get(TlsReader.TLS).orElse(null),
            null));
  }

  private static Optional<Listener> admin(Section section) {
    return Optional.of(
        new Listener(
            section.get(ADMIN_ADDRESS).orElse(DEFAULT_ADMIN),
            null,
            section.get(TOKEN).orElse(null)));
  }

  /** Orders are taken from others only when they know a token. */
  static void checkToken(Section file, Listener admin) {
    Optional<Setting> setting = file.setting(ADMIN);
    boolean open = !Addresses.isLoopback(admin.address());
    boolean tokenIsWrong =
        setting.filter(Setting::isSection).isPresent() && file.get(ADMIN).isEmpty();
    if (setting.isEmpty() || !open || admin.token() != null || tokenIsWrong) {
      return;
    }
    setting
        .get()
        .problem(
            "'admin' must be a loopback address such as 127.0.0.1:9090; any other needs a token, "
                + "such as one that 'openssl rand -hex 32' makes");
  }

  /** Both can't be at one address. */
  static void checkApart(Section file, Listener listen, Listener admin) {
    InetSocketAddress one = listen.address();
    InetSocketAddress other = admin.address();
    boolean same =
        one.getPort() != 0
            && one.getPort() == other.getPort()
            && one.getHostString().equalsIgnoreCase(other.getHostString());
    if (!same) {
      return;
    }
    if (file.setting(ADMIN).isPresent()) {
      file.wrong(ADMIN, "must not be the address of 'listen'");
    } else {
      file.wrong(
          LISTEN,
          "must not be the address of 'admin', which is " + shown(DEFAULT_ADMIN) + " by default");
    }
  }

  private static String shown(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }
}
