// Sockets: the server's side of DTLS, until a client has proven its address.
#include "client/socket.h"

namespace tern::client {

namespace {

constexpr size_t kDatagramRoom = 4096;  // larger ones are no ClientHello
constexpr int kHellosPerTurn = 64;
constexpr int kMostDropped = 4096;

}  // namespace

Error Socket::await_client(coro::FdWaits* waits, coro::Deadline until) noexcept {
    Buffer room;
    return repeat(
        waits, Side::read, [&] { return fd_.open() ? take_hellos(room) : Error::canceled_io; }, until);
}

// would_block: no client has proven its address yet.
Error Socket::take_hellos(Buffer& room) noexcept {
    using Hello = net::TlsSession::Hello;
    for (int i = 0; i < kHellosPerTurn; ++i) {
        net::Address from;
        from.size = sizeof from.storage;
        room.clear();
        char* place = room.extend(kDatagramRoom);
        const ssize_t count = ::recvfrom(fd_.get(), place, kDatagramRoom, MSG_DONTWAIT, from.raw(), &from.size);
        if (count < 0) return last_error();
        Buffer answer;
        const Hello hello = tls_->take_hello(Bytes(place, static_cast<size_t>(count)), from, answer);
        if (hello == Hello::proven) return connect_to_client(from);
        // If it is lost, the client asks again.
        if (hello == Hello::answered)
            (void)::sendto(fd_.get(), answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL, from.raw(), from.size);
    }
    return Error::would_block;
}

// What arrived before the socket was connected may be from others. A client repeats its own.
Error Socket::connect_to_client(const net::Address& client) noexcept {
    char byte;
    if (::connect(fd_.get(), client.raw(), client.size) < 0) return last_error();
    for (int i = 0; i < kMostDropped && ::recv(fd_.get(), &byte, 1, MSG_DONTWAIT) >= 0; ++i) {}
    tls_->begin(fd_.get(), true);
    return Error::ok;
}

}  // namespace tern::client
