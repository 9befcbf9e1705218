// The common state of a port's TLS handshakes in one worker: the current certificates, the number of running
// handshakes, the waiting connections, and the log about failures. Outlives the port.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "base/list.h"
#include "net/tls_context.h"
#include "serve/context.h"

namespace tern::serve {

struct TlsLimits {
    int64_t handshake_timeout_ms = 10'000;  // 0: never
    uint64_t handshakes = 2048;             // running in this worker, from the first byte on; 0: no limit
    uint64_t handshakes_per_ip = 1024;      // from one address, or one /64 of IPv6; 0: no limit
    uint64_t backlog = 8192;                // connections that wait for their turn; 0: none, they are closed at once
};

// The certificates of a port in this process.
struct TlsMaterial {
    net::TlsOptions options;
    net::TicketSecret secret{};
    std::shared_ptr<const net::TlsContext> context;
};

// A connection that wants to begin its handshake. It must leave the limiter before it is destroyed.
class HandshakeSlot : public ListHook {
public:
    // Called after a wait: the handshake may begin.
    virtual void on_turn() noexcept = 0;

protected:
    ~HandshakeSlot() = default;

private:
    friend class HandshakeLimiter;
    enum class State : uint8_t { outside, waits_for_address, waits_for_worker, under_way };
    uint64_t address_ = 0;  // 0: the address is not counted
    State state_ = State::outside;
};

class HandshakeLimiter {
public:
    enum class Entry : uint8_t { begin, wait, refused };

    HandshakeLimiter(Context& context, const TlsMaterial& material, const TlsLimits& limits) noexcept;
    HandshakeLimiter(const HandshakeLimiter&) = delete;
    HandshakeLimiter& operator=(const HandshakeLimiter&) = delete;

    const TlsLimits& limits() const noexcept { return limits_; }
    // Checks from time to time whether the files have changed. A failure is logged once, and the former certificates
    // stay.
    const std::shared_ptr<const net::TlsContext>& certificates() noexcept;

    // Above a limit the connection waits for on_turn(), at no cost; above the backlog it is refused. Both are logged.
    // The order is first come, first served, and no address has more than its share of the queue.
    Entry enter(HandshakeSlot& slot, const shm::SessionOrigin& origin) noexcept;
    // True: enter() would not make a connection of this address wait.
    bool has_room(const shm::SessionOrigin& origin) const noexcept;
    // The handshake is over, or the connection does not wait any more.
    void leave(HandshakeSlot& slot) noexcept;

    void on_success(const net::TlsFacts& facts) noexcept;
    void on_failure(const shm::SessionOrigin& origin, const char* why) noexcept;

    static constexpr int64_t kLookEveryMs = 2'000;
    static constexpr int64_t kLogEveryMs = 5'000;

private:
    // Limits log lines to one from time to time, with the number of skipped ones.
    struct LogThrottle {
        int64_t next_ms = 0;
        uint64_t skipped = 0;
    };
    void log(LogThrottle& throttle, LogLevel level, const shm::SessionOrigin& origin, const char* what,
             const char* why) noexcept;
    void look_at_files() noexcept;

    // One address: its running handshakes and those in queue_ have a place, the others wait for one.
    struct Address {
        uint64_t places = 0;
        List<HandshakeSlot> waiting;
    };
    bool worker_is_full() const noexcept { return limits_.handshakes > 0 && under_way_ >= limits_.handshakes; }
    void wait(HandshakeSlot& slot, Address* own, bool address_is_full) noexcept;
    void leave_place(uint64_t address) noexcept;
    void admit() noexcept;

    Context& context_;
    TlsMaterial material_;
    TlsLimits limits_;
    int64_t look_at_ms_ = 0;
    std::string complaint_;  // of the last failed check
    uint64_t under_way_ = 0;
    uint64_t waiting_ = 0;
    std::unordered_map<uint64_t, Address> addresses_;
    List<HandshakeSlot> queue_;  // for a place in the worker
    loop::Deferred admit_;
    LogThrottle refused_;
    LogThrottle delayed_;
    LogThrottle failed_;
};

}  // namespace tern::serve
