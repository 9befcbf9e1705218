#include "serve/tls_greeting.h"

#include <algorithm>
#include <sys/socket.h>

#include "net/socket_calls.h"
#include "protocol/proxy_protocol.h"
#include "serve/port.h"

namespace tern::serve {

namespace {

constexpr char kHandshakeRecord = 22;  // RFC 8446 5.1

// What balancers add fits: more is refused here.
constexpr size_t kProxyHeaderRoom = 1536;

constexpr Bytes kClearAnswer =
    "HTTP/1.1 400 Bad Request\r\n"
    "Content-Type: text/plain\r\n"
    "Content-Length: 56\r\n"
    "Connection: close\r\n\r\n"
    "400 Bad Request: plain HTTP was sent to a port with TLS\n";

}  // namespace

TlsGreeting::TlsGreeting(Port& port, net::Stream stream, const Passport& passport, TlsGate& gate) noexcept
    : Connection(port, std::move(stream), passport),
      gate_(gate),
      timer_([](void* self) { static_cast<TlsGreeting*>(self)->on_timer(); }, this) {}

Error TlsGreeting::open(Bytes unread, int64_t) noexcept {
    TERN_CHECK(unread.empty());
    const int64_t patience_ms = gate_.limits().handshake_timeout_ms;
    if (patience_ms > 0) context_.loop.start_timer(timer_, patience_ms);
    return watch();
}

void TlsGreeting::on_events(loop::Events events) {
    if (closed()) return;
    if (phase_ == Phase::proxy && !read_proxy_header()) return;
    if (phase_ == Phase::silent && !begin()) return;
    if (phase_ == Phase::handshake) return go_on();
    if (phase_ == Phase::lingering) discard_input();
    const loop::Events over = phase_ == Phase::waiting ? loop::kBroken | loop::kPeerClosed : loop::kBroken;
    if ((events & over) != 0) close_now();
}

// No byte behind the header is taken: those are of the handshake. Who sends anything else is not the balancer.
bool TlsGreeting::read_proxy_header() noexcept {
    char bytes[kProxyHeaderRoom];
    const ssize_t count = ::recv(stream_.fd(), bytes, sizeof bytes, MSG_PEEK);
    if (count < 0 && errno == EAGAIN) return false;
    const auto size = static_cast<size_t>(std::max<ssize_t>(count, 0));
    const protocol::ProxyHeader header = protocol::parse_proxy_header(Bytes(bytes, size));
    if (header.state == protocol::ProxyHeader::State::need_more && size > 0 && size < sizeof bytes) return false;
    if (header.state != protocol::ProxyHeader::State::done) {
        if (size > 0) tell_missing_proxy_header();
        close_now();
        return false;
    }
    if (::recv(stream_.fd(), bytes, header.size, 0) != static_cast<ssize_t>(header.size)) {
        close_now();
        return false;
    }
    count_received(header.size);
    hear_balancer(header);
    phase_ = Phase::silent;
    return true;
}

// The first byte tells TLS from everything else.
bool TlsGreeting::begin() noexcept {
    char first = 0;
    const ssize_t count = ::recv(stream_.fd(), &first, 1, MSG_PEEK);
    if (count < 0 && errno == EAGAIN) return false;
    if (count <= 0) {
        close_now();
        return false;
    }
    if (first != kHandshakeRecord) {
        refuse_clear(first);
        return false;
    }
    switch (gate_.enter(*this, passport_.origin)) {
        case TlsGate::Entry::begin: return start_tls();
        case TlsGate::Entry::wait: phase_ = Phase::waiting; return true;
        case TlsGate::Entry::refused: break;
    }
    close_now();
    return false;
}

void TlsGreeting::on_turn() noexcept {
    if (start_tls()) go_on();
}

bool TlsGreeting::start_tls() noexcept {
    auto session = net::TlsSession::accept(gate_.certificates(), stream_.fd());
    if (session == nullptr) {
        close_now();
        return false;
    }
    stream_.start_tls(std::move(session));
    phase_ = Phase::handshake;
    return true;
}

void TlsGreeting::refuse_clear(char first) noexcept {
    const bool looks_like_http = first >= 'A' && first <= 'Z';
    gate_.on_failure(passport_.origin, looks_like_http ? "the client speaks plain HTTP" : "the client speaks no TLS");
    if (!looks_like_http) return close_now();
    stream_.tail().append(kClearAnswer);
    (void)stream_.flush();
    linger();
}

void TlsGreeting::go_on() noexcept {
    const Error error = stream_.tls()->handshake();
    if (error == Error::would_block) return;
    if (error == Error::ok) return succeed();
    const char* why = stream_.tls()->why();
    fail(why != nullptr ? why : tern::describe(error));
}

void TlsGreeting::succeed() noexcept {
    gate_.leave(*this);
    const net::TlsFacts& facts = *stream_.tls()->facts();
    const bool http2 = facts.http2;
    gate_.on_success(facts);
    passport_.origin.secure = 1;
    if (slot_ != nullptr) slot_->origin = passport_.origin;
    port_.go_on_with(*this, http2);
}

void TlsGreeting::fail(const char* why) noexcept {
    gate_.on_failure(passport_.origin, why);
    linger();
}

// What says why must not be overtaken by a reset: what the client still sends is read and dropped for a while.
void TlsGreeting::linger() noexcept {
    gate_.leave(*this);
    context_.counters.abort_count.increment();
    (void)::shutdown(stream_.fd(), SHUT_WR);
    phase_ = Phase::lingering;
    context_.loop.start_timer(timer_, kLingerMs);
    discard_input();
}

void TlsGreeting::discard_input() noexcept {
    char scratch[1024];
    while (lingered_ < kLingerBytes) {
        const ssize_t count = net::receive(stream_.fd(), scratch, sizeof scratch);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) break;
        lingered_ += static_cast<uint32_t>(count);
    }
    close_now();
}

void TlsGreeting::on_timer() noexcept {
    if (phase_ == Phase::handshake) gate_.on_failure(passport_.origin, "it took longer than ssl_handshake_timeout");
    if (phase_ == Phase::waiting) gate_.on_failure(passport_.origin, "it waited longer than ssl_handshake_timeout");
    close_now();
}

void TlsGreeting::on_detach() noexcept {
    gate_.leave(*this);
    timer_.stop();
}

}  // namespace tern::serve
