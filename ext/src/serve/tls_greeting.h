// The beginning of a connection to a port with TLS: what a balancer in front has to say, then the handshake, within its
// limits. Then another Connection takes its place, of the protocol that both sides agreed on.
#pragma once

#include "serve/connection.h"
#include "serve/tls_gate.h"

namespace tern::serve {

class TlsGreeting final : public Connection, private TlsTurn {
public:
    TlsGreeting(Port& port, net::Stream stream, const Passport& passport, TlsGate& gate) noexcept;

    // There is nothing unread: as long as the client has said nothing it may go to another process.
    Error open(Bytes unread, int64_t patience_ms) noexcept override;
    // Before open(): what a balancer in front says of the client comes before the handshake, in clear.
    void expect_proxy_header() noexcept { phase_ = Phase::proxy; }

    shm::Protocol protocol() const noexcept override { return shm::Protocol::tls; }
    // Nothing of a handshake that waits for its turn is read.
    bool between_requests() const noexcept override { return phase_ == Phase::silent || phase_ == Phase::waiting; }
    bool portable() const noexcept override { return between_requests(); }

    void close() noexcept override { close_now(); }
    void reset() noexcept override { close_now(); }
    void wind_down() noexcept override {}  // its time is limited
    void part() noexcept override {
        if (!is_new()) close_now();
    }
    void give_up() noexcept override { cut(); }

    void on_events(loop::Events events) override;

private:
    enum class Phase : uint8_t { proxy, silent, waiting, handshake, lingering };

    bool read_proxy_header() noexcept;
    bool begin() noexcept;
    void on_turn() noexcept override;
    bool start_tls() noexcept;
    void refuse_clear(char first) noexcept;
    void go_on() noexcept;
    void succeed() noexcept;
    void fail(const char* why) noexcept;
    void linger() noexcept;
    void discard_input() noexcept;
    void on_timer() noexcept;
    void on_detach() noexcept override;
    void log_access(AccessLog&, Exchange&, AnswerState) noexcept override {}

    static constexpr uint32_t kLingerBytes = 64 << 10;

    TlsGate& gate_;
    loop::Timer timer_;
    Phase phase_ = Phase::silent;
    uint32_t lingered_ = 0;
};

}  // namespace tern::serve
