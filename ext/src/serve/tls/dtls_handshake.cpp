#include "serve/tls/dtls_handshake.h"

namespace tern::serve {

// The ClientHello is in the session already, so the handshake begins in this turn.
Error DtlsHandshake::open(Bytes, int64_t) noexcept {
    const int64_t timeout_ms = limiter_.limits().handshake_timeout_ms;
    if (timeout_ms > 0) deadlines_.set(Deadline::input, timeout_ms);
    if (limiter_.enter(*this, info_.origin) != HandshakeLimiter::Entry::begin) return Error::busy;
    return watch(true);
}

void DtlsHandshake::go_on() noexcept {
    const Error error = stream_.tls()->handshake();
    if (error == Error::ok) return succeed();
    if (error != Error::would_block) {
        const char* why = stream_.tls()->why();
        return fail(why != nullptr ? why : describe(error));
    }
    const int64_t repeats_in_ms = stream_.tls()->repeats_in_ms();
    if (repeats_in_ms >= 0) deadlines_.set(Deadline::repeat, repeats_in_ms);
}

void DtlsHandshake::on_time() noexcept {
    if (deadlines_.take_due(Deadline::repeat)) go_on();
}

void DtlsHandshake::succeed() noexcept {
    limiter_.leave(*this);
    limiter_.on_success(*stream_.tls()->facts());
    info_.origin.secure = 1;
    if (slot_ != nullptr) slot_->origin = info_.origin;
    host_.switch_protocol(*this, shm::Protocol::http1, {});  // which is the port's own protocol
}

void DtlsHandshake::fail(const char* why) noexcept {
    limiter_.on_failure(info_.origin, why);
    context_.counters.abort_count.increment();
    end();
}

void DtlsHandshake::on_silence() noexcept {
    limiter_.on_failure(info_.origin, "it took longer than ssl_handshake_timeout");
    end();
}

}  // namespace tern::serve
