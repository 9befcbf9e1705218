// What the TLS handshakes of a port in one worker have in common: the certificates of the moment, how many handshakes
// may be under way, and what is told of those that fail. Outlives the port.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "net/tls_context.h"
#include "serve/context.h"

namespace tern::serve {

struct TlsLimits {
    int64_t handshake_timeout_ms = 10'000;  // 0: never
    uint64_t handshakes = 2048;             // under way in this worker, from the first byte on; 0: any number
    uint64_t handshakes_per_ip = 1024;      // from one address, or one /64 of IPv6; 0: any number
};

// The certificates of a port, as the process has them now.
struct TlsMaterial {
    net::TlsOptions options;
    net::TicketSecret secret{};
    std::shared_ptr<const net::TlsContext> context;
};

class TlsGate {
public:
    TlsGate(Context& context, const TlsMaterial& material, const TlsLimits& limits) noexcept;
    TlsGate(const TlsGate&) = delete;
    TlsGate& operator=(const TlsGate&) = delete;

    const TlsLimits& limits() const noexcept { return limits_; }
    // Looks now and then whether its files have changed. What cannot be loaded is told once, and the one before stays.
    const std::shared_ptr<const net::TlsContext>& certificates() noexcept;

    // False: over a limit; counted and told. Who entered leaves.
    bool enter(const SessionOrigin& origin) noexcept;
    void leave(const SessionOrigin& origin) noexcept;

    void on_success(const net::TlsFacts& facts) noexcept;
    void on_failure(const SessionOrigin& origin, const char* why) noexcept;

    static constexpr int64_t kLookEveryMs = 2'000;
    static constexpr int64_t kTellEveryMs = 5'000;

private:
    // One line now and then, with the number of those that had none.
    struct Told {
        int64_t next_ms = 0;
        uint64_t untold = 0;
    };
    void tell(Told& told, LogLevel level, const SessionOrigin& origin, const char* what, const char* why) noexcept;
    void look_at_files() noexcept;

    Context& context_;
    TlsMaterial material_;
    TlsLimits limits_;
    int64_t look_at_ms_ = 0;
    std::string complaint_;  // of the last look that failed
    uint64_t under_way_ = 0;
    std::unordered_map<uint64_t, uint64_t> by_address_;
    Told refused_;
    Told failed_;
};

}  // namespace tern::serve
