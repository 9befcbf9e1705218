#include "net/listener.h"

#include <doctest/doctest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <utility>

namespace tern::net {

namespace {

int value_of(int fd, int level, int option) {
    int value = -1;
    socklen_t size = sizeof value;
    CHECK(getsockopt(fd, level, option, &value, &size) == 0);
    return value;
}

Listener opened(const ListenOptions& options) {
    Result<Listener> listener = Listener::open(Address::ip(AF_INET, "127.0.0.1", 0).value(), options);
    REQUIRE(listener.ok());
    return std::move(listener.value());
}

}  // namespace

TEST_CASE("Listener: the queue of TCP_FASTOPEN is as long as the backlog") {
    ListenOptions options;
    options.backlog = 7;
    CHECK(value_of(opened(options).fd(), IPPROTO_TCP, TCP_FASTOPEN) == 0);
    options.fast_open = true;
    CHECK(value_of(opened(options).fd(), IPPROTO_TCP, TCP_FASTOPEN) == 7);
}

TEST_CASE("Listener: datagrams ignore the options of connections") {
    ListenOptions options;
    options.datagrams = options.fast_open = true;
    options.defer_accept_s = 1;
    CHECK(value_of(opened(options).fd(), SOL_SOCKET, SO_TYPE) == SOCK_DGRAM);
}

TEST_CASE("Listener: a connection that comes before anyone accepts has the options of connections") {
    ListenOptions options;
    options.connections.send_buffer = 16'384;
    const Listener listener = opened(options);
    const Fd client(::socket(AF_INET, SOCK_STREAM, 0));
    REQUIRE(::connect(client.get(), listener.address().raw(), listener.address().size) == 0);
    const Result<Accepted> accepted = listener.accept();
    REQUIRE(accepted.ok());
    CHECK(value_of(accepted.value().fd.get(), SOL_SOCKET, SO_SNDBUF) == 2 * 16'384);
    CHECK(value_of(accepted.value().fd.get(), IPPROTO_TCP, TCP_NODELAY) == 1);
}

TEST_CASE("apply(): a socket has our times between probes only if there are probes") {
    SocketOptions options;
    const Fd plain(::socket(AF_INET, SOCK_STREAM, 0));
    const int usual_s = value_of(plain.get(), IPPROTO_TCP, TCP_KEEPIDLE);
    options.keep_idle_s = usual_s + 11;
    options.keep_interval_s = 12;
    options.keep_count = 13;
    apply(options, plain.get(), AF_INET);
    CHECK(value_of(plain.get(), SOL_SOCKET, SO_KEEPALIVE) == 0);
    CHECK(value_of(plain.get(), IPPROTO_TCP, TCP_KEEPIDLE) == usual_s);
    options.keep_alive = true;
    apply(options, plain.get(), AF_INET);
    CHECK(value_of(plain.get(), SOL_SOCKET, SO_KEEPALIVE) == 1);
    CHECK(value_of(plain.get(), IPPROTO_TCP, TCP_KEEPIDLE) == usual_s + 11);
    CHECK(value_of(plain.get(), IPPROTO_TCP, TCP_KEEPINTVL) == 12);
    CHECK(value_of(plain.get(), IPPROTO_TCP, TCP_KEEPCNT) == 13);
}

}  // namespace tern::net
