// The beginning of a connection to a port with TLS: the PROXY header of a balancer, then the handshake within its
// limits. Then a Connection of the negotiated protocol replaces it.
#pragma once

#include "serve/connection.h"
#include "serve/tls/handshake_limiter.h"

namespace tern::serve {

class TlsHandshake final : public Connection, private HandshakeSlot {
public:
    TlsHandshake(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info,
                 HandshakeLimiter& limiter) noexcept
        : Connection(host, std::move(stream), info), limiter_(limiter) {}

    // There must be no unread input: until the client has sent something, the connection may go to another process.
    Error open(Bytes unread, int64_t timeout_ms) noexcept override;
    // Call it before open(): the PROXY header of a balancer comes unencrypted before the handshake.
    void expect_proxy_header() noexcept { phase_ = Phase::proxy; }

    shm::Protocol protocol() const noexcept override { return shm::Protocol::tls; }
    // No input of a waiting handshake is read.
    bool between_requests() const noexcept override { return phase_ == Phase::silent || phase_ == Phase::waiting; }
    bool portable() const noexcept override { return between_requests(); }

    void close() noexcept override { end(); }
    void drain() noexcept override {}  // its time is limited anyway
    void close_idle() noexcept override {
        if (!is_new()) end();
    }
    void terminate() noexcept override { end(End::silent); }

private:
    enum class Phase : uint8_t { proxy, silent, waiting, handshake, failed };

    void on_input() noexcept override;
    void after_input() noexcept override;
    void on_silence() noexcept override;
    void on_end() noexcept override { limiter_.leave(*this); }
    void on_turn() noexcept override;

    bool read_proxy_header() noexcept;
    bool begin() noexcept;
    bool start_tls() noexcept;
    void refuse_clear(char first) noexcept;
    void go_on() noexcept;
    void succeed() noexcept;
    void fail(const char* why) noexcept;
    void linger_failed() noexcept;

    static constexpr uint64_t kLingerBytes = 64 << 10;

    HandshakeLimiter& limiter_;
    Phase phase_ = Phase::silent;
};

}  // namespace tern::serve
