#include "serve/tls/tls_handshake.h"

#include <algorithm>
#include <sys/socket.h>

#include "protocol/proxy_protocol.h"

namespace tern::serve {

namespace {

constexpr char kHandshakeRecord = 22;  // RFC 8446 5.1

// Enough for the extensions of balancers; longer headers are refused.
constexpr size_t kProxyHeaderRoom = 1536;

constexpr Bytes kClearResponse =
    "HTTP/1.1 400 Bad Request\r\n"
    "Content-Type: text/plain\r\n"
    "Content-Length: 56\r\n"
    "Connection: close\r\n\r\n"
    "400 Bad Request: plain HTTP was sent to a port with TLS\n";

}  // namespace

Error TlsHandshake::open(Bytes unread, int64_t) noexcept {
    TERN_CHECK(unread.empty());
    const int64_t timeout_ms = limiter_.limits().handshake_timeout_ms;
    if (timeout_ms > 0) deadlines_.set(Deadline::input, timeout_ms);
    return watch(false);
}

void TlsHandshake::on_input() noexcept {
    if (phase_ == Phase::proxy && !read_proxy_header()) return;
    if (phase_ == Phase::silent && !begin()) return;
    if (phase_ == Phase::handshake) go_on();
}

// Nothing is read of a waiting connection, but its end is noticed.
void TlsHandshake::after_input() noexcept {
    if (readiness_.broken || (phase_ == Phase::waiting && readiness_.peer_closed)) end();
}

// Takes no byte after the header, as those belong to the handshake. A client that sends anything else is not the
// balancer.
bool TlsHandshake::read_proxy_header() noexcept {
    char bytes[kProxyHeaderRoom];
    const ssize_t count = ::recv(stream_.fd(), bytes, sizeof bytes, MSG_PEEK);
    if (count < 0 && errno == EAGAIN) return false;
    const auto size = static_cast<size_t>(std::max<ssize_t>(count, 0));
    const protocol::ProxyHeader header = protocol::parse_proxy_header(Bytes(bytes, size));
    if (header.state == protocol::ProxyHeader::State::need_more && size > 0 && size < sizeof bytes) return false;
    if (header.state != protocol::ProxyHeader::State::done) {
        if (size > 0) log_missing_proxy_header();
        end();
        return false;
    }
    if (::recv(stream_.fd(), bytes, header.size, 0) != static_cast<ssize_t>(header.size)) {
        end();
        return false;
    }
    count_received(header.size);
    take_proxy_header(header);
    phase_ = Phase::silent;
    return true;
}

// The first byte distinguishes TLS from everything else.
bool TlsHandshake::begin() noexcept {
    char first = 0;
    const ssize_t count = ::recv(stream_.fd(), &first, 1, MSG_PEEK);
    if (count < 0 && errno == EAGAIN) return false;
    if (count <= 0) {
        end();
        return false;
    }
    if (first != kHandshakeRecord) {
        refuse_clear(first);
        return false;
    }
    switch (limiter_.enter(*this, info_.origin)) {
        case HandshakeLimiter::Entry::begin: return start_tls();
        case HandshakeLimiter::Entry::wait: phase_ = Phase::waiting; return true;
        case HandshakeLimiter::Entry::refused: break;
    }
    end();
    return false;
}

void TlsHandshake::on_turn() noexcept {
    if (start_tls()) go_on();
}

bool TlsHandshake::start_tls() noexcept {
    auto session = net::TlsSession::accept(limiter_.certificates(), stream_.fd());
    if (session == nullptr) {
        end();
        return false;
    }
    stream_.start_tls(std::move(session));
    phase_ = Phase::handshake;
    return true;
}

void TlsHandshake::refuse_clear(char first) noexcept {
    const bool looks_like_http = first >= 'A' && first <= 'Z';
    limiter_.on_failure(info_.origin, looks_like_http ? "the client speaks plain HTTP" : "the client speaks no TLS");
    if (!looks_like_http) return end();
    stream_.tail().append(kClearResponse);
    (void)flush_stream();
    linger_failed();
}

void TlsHandshake::go_on() noexcept {
    const Error error = stream_.tls()->handshake();
    if (error == Error::would_block) return;
    if (error == Error::ok) return succeed();
    const char* why = stream_.tls()->why();
    fail(why != nullptr ? why : tern::describe(error));
}

void TlsHandshake::succeed() noexcept {
    limiter_.leave(*this);
    const net::TlsFacts& facts = *stream_.tls()->facts();
    const bool http2 = facts.http2;
    limiter_.on_success(facts);
    info_.origin.secure = 1;
    if (slot_ != nullptr) slot_->origin = info_.origin;
    host_.switch_protocol(*this, http2 ? shm::Protocol::http2 : shm::Protocol::http1, {});
}

void TlsHandshake::fail(const char* why) noexcept {
    limiter_.on_failure(info_.origin, why);
    linger_failed();
}

// Lingers, so that no reset overtakes the alert with the reason.
void TlsHandshake::linger_failed() noexcept {
    limiter_.leave(*this);
    phase_ = Phase::failed;
    context_.counters.abort_count.increment();
    linger(kLingerBytes);
}

void TlsHandshake::on_silence() noexcept {
    if (phase_ == Phase::handshake) limiter_.on_failure(info_.origin, "it took longer than ssl_handshake_timeout");
    if (phase_ == Phase::waiting) limiter_.on_failure(info_.origin, "it waited longer than ssl_handshake_timeout");
    end();
}

}  // namespace tern::serve
