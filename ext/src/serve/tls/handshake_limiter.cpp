#include "serve/tls/handshake_limiter.h"

#include <cinttypes>
#include <sys/socket.h>

#include "serve/origin.h"

namespace tern::serve {

namespace {

// IPv4 addresses are mapped to keys that no IPv6 network has; an IPv6 address counts by its /64. 0: not an address.
uint64_t address_key(const shm::SessionOrigin& origin) noexcept {
    if (origin.family != AF_INET && origin.family != AF_INET6) return 0;
    const size_t count = origin.family == AF_INET ? 4 : 8;
    uint64_t key = origin.family == AF_INET ? 0xffff : 0;
    for (size_t i = 0; i < count; ++i) key = key << 8 | origin.ip[i];
    return key;
}

}  // namespace

HandshakeLimiter::HandshakeLimiter(Context& context, const TlsMaterial& material, const TlsLimits& limits) noexcept
    : context_(context),
      material_(material),
      limits_(limits),
      admit_([](void* self) { static_cast<HandshakeLimiter*>(self)->admit(); }, this) {}

const std::shared_ptr<const net::TlsContext>& HandshakeLimiter::certificates() noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (now_ms >= look_at_ms_) {
        look_at_ms_ = now_ms + kLookEveryMs;
        if (material_.context->stale()) look_at_files();
    }
    return material_.context;
}

// While files are being replaced they may not match, so this tries again until they do.
void HandshakeLimiter::look_at_files() noexcept {
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

HandshakeLimiter::Entry HandshakeLimiter::enter(HandshakeSlot& slot, const shm::SessionOrigin& origin) noexcept {
    slot.address_ = limits_.handshakes_per_ip > 0 ? address_key(origin) : 0;
    Address* own = slot.address_ != 0 ? &addresses_[slot.address_] : nullptr;
    const bool address_is_full = own != nullptr && own->places >= limits_.handshakes_per_ip;
    if (!address_is_full && !worker_is_full()) {
        if (own != nullptr) ++own->places;
        ++under_way_;
        slot.state_ = HandshakeSlot::State::under_way;
        return Entry::begin;
    }
    const char* limit = address_is_full ? "ssl_max_handshakes_per_ip is reached" : "ssl_max_handshakes is reached";
    if (waiting_ >= limits_.backlog) {
        if (own != nullptr && own->places == 0) addresses_.erase(slot.address_);
        context_.counters.tls_refused_count.increment();
        log(refused_, LogLevel::warning, origin, "is refused", limit);
        return Entry::refused;
    }
    wait(slot, own, address_is_full);
    log(delayed_, LogLevel::notice, origin, "waits for its turn", limit);
    return Entry::wait;
}

bool HandshakeLimiter::has_room(const shm::SessionOrigin& origin) const noexcept {
    const uint64_t key = limits_.handshakes_per_ip > 0 ? address_key(origin) : 0;
    const auto own = addresses_.find(key);
    const bool address_is_full = key != 0 && own != addresses_.end() && own->second.places >= limits_.handshakes_per_ip;
    return !address_is_full && !worker_is_full();
}

void HandshakeLimiter::wait(HandshakeSlot& slot, Address* own, bool address_is_full) noexcept {
    ++waiting_;
    if (address_is_full) {
        slot.state_ = HandshakeSlot::State::waits_for_address;
        own->waiting.push_back(slot);
        return;
    }
    if (own != nullptr) ++own->places;
    slot.state_ = HandshakeSlot::State::waits_for_worker;
    queue_.push_back(slot);
}

void HandshakeLimiter::leave(HandshakeSlot& slot) noexcept {
    const HandshakeSlot::State state = std::exchange(slot.state_, HandshakeSlot::State::outside);
    if (state == HandshakeSlot::State::outside) return;
    slot.unlink();
    state == HandshakeSlot::State::under_way ? --under_way_ : --waiting_;
    if (state != HandshakeSlot::State::waits_for_address) leave_place(slot.address_);
    if (!queue_.empty() && !worker_is_full() && !admit_.pending()) context_.loop.defer(admit_);
}

// Gives the place to the first waiting connection.
void HandshakeLimiter::leave_place(uint64_t address) noexcept {
    const auto found = addresses_.find(address);
    if (found == addresses_.end()) return;
    Address& own = found->second;
    if (HandshakeSlot* next = own.waiting.pop_front()) {
        next->state_ = HandshakeSlot::State::waits_for_worker;
        queue_.push_back(*next);
    } else if (--own.places == 0) {
        addresses_.erase(found);
    }
}

// Not called within leave(): a handshake that fails at once also leaves.
void HandshakeLimiter::admit() noexcept {
    while (!worker_is_full()) {
        HandshakeSlot* next = queue_.pop_front();
        if (next == nullptr) return;
        --waiting_;
        ++under_way_;
        next->state_ = HandshakeSlot::State::under_way;
        next->on_turn();
    }
}

void HandshakeLimiter::on_success(const net::TlsFacts& facts) noexcept {
    context_.counters.tls_handshake_count.increment();
    if (facts.resumed) context_.counters.tls_resumed_count.increment();
}

void HandshakeLimiter::on_failure(const shm::SessionOrigin& origin, const char* why) noexcept {
    context_.counters.tls_failed_count.increment();
    log(failed_, LogLevel::notice, origin, "failed", why);
}

void HandshakeLimiter::log(LogThrottle& throttle, LogLevel level, const shm::SessionOrigin& origin, const char* what,
                           const char* why) noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (now_ms < throttle.next_ms) {
        ++throttle.skipped;
        return;
    }
    throttle.next_ms = now_ms + kLogEveryMs;
    const std::string from = ip_text(origin);
    const uint64_t others = std::exchange(throttle.skipped, 0);
    if (others == 0) {
        context_.log.print(level, "the TLS handshake with %s %s: %s", from.c_str(), what, why);
    } else {
        context_.log.print(level, "the TLS handshake with %s %s: %s (and %" PRIu64 " others before)", from.c_str(),
                           what, why, others);
    }
}

}  // namespace tern::serve
