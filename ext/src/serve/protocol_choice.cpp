#include "serve/protocol_choice.h"

#include "serve/fcgi/fcgi_connection.h"
#include "serve/h1/h1_connection.h"
#include "serve/h2/h2_connection.h"
#include "serve/tcp_connection.h"
#include "serve/tls/tls_handshake.h"

namespace tern::serve {

std::unique_ptr<Connection> make_connection(ConnectionHost& host, Fd fd, const ConnectionInfo& info,
                                            bool fresh) noexcept {
    const PortOptions& options = host.options();
    net::Stream stream(std::move(fd), host.context().shelf);
    const bool proxied = fresh && options.proxy_protocol;
    if (options.tls != nullptr) {
        auto made = std::make_unique<TlsHandshake>(host, std::move(stream), info, *options.tls);
        if (proxied) made->expect_proxy_header();
        return made;
    }
    if (options.packets != nullptr) {
        return std::make_unique<TcpConnection>(host, std::move(stream), info, *options.packets);
    }
    if (options.fastcgi) {
        auto made = std::make_unique<FcgiConnection>(host, std::move(stream), info);
        if (fresh) made->expect_request();
        return made;
    }
    auto made = std::make_unique<H1Connection>(host, std::move(stream), info);
    if (fresh) made->expect_input();
    if (proxied) made->expect_proxy_header();
    return made;
}

std::unique_ptr<Connection> make_successor(ConnectionHost& host, Connection& old, shm::Protocol protocol) noexcept {
    const ConnectionInfo info = old.info();
    if (host.options().packets != nullptr) {
        return std::make_unique<TcpConnection>(host, old.take_stream(), info, *host.options().packets);
    }
    if (host.options().fastcgi) return std::make_unique<FcgiConnection>(host, old.take_stream(), info);
    if (protocol == shm::Protocol::http2) return std::make_unique<H2Connection>(host, old.take_stream(), info);
    return std::make_unique<H1Connection>(host, old.take_stream(), info);
}

}  // namespace tern::serve
