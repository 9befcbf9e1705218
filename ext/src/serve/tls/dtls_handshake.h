// The DTLS handshake of a client that has proven its address, within its limits. Then a Connection of the port's
// protocol replaces it.
#pragma once

#include "serve/connection.h"
#include "serve/tls/handshake_limiter.h"

namespace tern::serve {

class DtlsHandshake final : public Connection, private HandshakeSlot {
public:
    // The TLS session of the stream has begun.
    DtlsHandshake(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info,
                  HandshakeLimiter& limiter) noexcept
        : Connection(host, std::move(stream), info), limiter_(limiter) {}

    Error open(Bytes unread, int64_t timeout_ms) noexcept override;

    shm::Protocol protocol() const noexcept override { return shm::Protocol::tls; }
    bool between_requests() const noexcept override { return false; }

    void close() noexcept override { end(); }
    void drain() noexcept override {}  // its time is limited anyway
    void terminate() noexcept override { end(End::silent); }

private:
    void on_input() noexcept override { go_on(); }
    void after_input() noexcept override {}
    void on_silence() noexcept override;
    void on_time() noexcept override;
    void on_end() noexcept override { limiter_.leave(*this); }
    void on_turn() noexcept override {}  // it does not wait for one

    void go_on() noexcept;
    void succeed() noexcept;
    void fail(const char* why) noexcept;

    HandshakeLimiter& limiter_;
};

}  // namespace tern::serve
