#include "serve/tls_gate.h"

#include <cinttypes>
#include <sys/socket.h>

#include "serve/origin.h"

namespace tern::serve {

namespace {

// IPv4 addresses lie where no network of IPv6 is; who has one address of IPv6 has its /64. 0: not an address.
uint64_t address_key(const SessionOrigin& origin) noexcept {
    if (origin.family != AF_INET && origin.family != AF_INET6) return 0;
    const size_t count = origin.family == AF_INET ? 4 : 8;
    uint64_t key = origin.family == AF_INET ? 0xffff : 0;
    for (size_t i = 0; i < count; ++i) key = key << 8 | origin.ip[i];
    return key;
}

}  // namespace

TlsGate::TlsGate(Context& context, const TlsMaterial& material, const TlsLimits& limits) noexcept
    : context_(context), material_(material), limits_(limits) {}

const std::shared_ptr<const net::TlsContext>& TlsGate::certificates() noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (now_ms >= look_at_ms_) {
        look_at_ms_ = now_ms + kLookEveryMs;
        if (material_.context->stale()) look_at_files();
    }
    return material_.context;
}

// While files are being replaced they do not fit: it is tried again until they do.
void TlsGate::look_at_files() noexcept {
    net::TlsContext::Loaded loaded = net::TlsContext::load(material_.options, material_.secret);
    if (loaded.context != nullptr) {
        material_.context = std::move(loaded.context);
        complaint_.clear();
        context_.log.print(LogLevel::info, "new TLS certificates are in use");
        return;
    }
    if (loaded.complaint == complaint_) return;
    complaint_.swap(loaded.complaint);
    context_.log.print(LogLevel::warning, "the TLS certificates stay as they were: %s", complaint_.c_str());
}

bool TlsGate::enter(const SessionOrigin& origin) noexcept {
    const char* limit = nullptr;
    if (limits_.handshakes > 0 && under_way_ >= limits_.handshakes) limit = "ssl_max_handshakes is reached";
    const uint64_t key = limits_.handshakes_per_ip > 0 ? address_key(origin) : 0;
    if (limit == nullptr && key != 0) {
        uint64_t& count = by_address_[key];
        if (count >= limits_.handshakes_per_ip) {
            limit = "ssl_max_handshakes_per_ip is reached";
        } else {
            ++count;
        }
    }
    if (limit == nullptr) {
        ++under_way_;
        return true;
    }
    context_.counters.tls_refused_count.increment();
    tell(refused_, LogLevel::warning, origin, "is refused", limit);
    return false;
}

void TlsGate::leave(const SessionOrigin& origin) noexcept {
    --under_way_;
    const auto found = by_address_.find(address_key(origin));
    if (found != by_address_.end() && --found->second == 0) by_address_.erase(found);
}

void TlsGate::on_success(const net::TlsFacts& facts) noexcept {
    context_.counters.tls_handshake_count.increment();
    if (facts.resumed) context_.counters.tls_resumed_count.increment();
}

void TlsGate::on_failure(const SessionOrigin& origin, const char* why) noexcept {
    context_.counters.tls_failed_count.increment();
    tell(failed_, LogLevel::notice, origin, "failed", why);
}

void TlsGate::tell(Told& told, LogLevel level, const SessionOrigin& origin, const char* what,
                   const char* why) noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (now_ms < told.next_ms) {
        ++told.untold;
        return;
    }
    told.next_ms = now_ms + kTellEveryMs;
    const std::string from = ip_text(origin);
    const uint64_t others = std::exchange(told.untold, 0);
    if (others == 0) {
        context_.log.print(level, "the TLS handshake with %s %s: %s", from.c_str(), what, why);
    } else {
        context_.log.print(level, "the TLS handshake with %s %s: %s (and %" PRIu64 " others before)", from.c_str(),
                           what, why, others);
    }
}

}  // namespace tern::serve
