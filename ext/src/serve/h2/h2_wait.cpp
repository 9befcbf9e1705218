// A handler of HTTP/2 that no coroutine can be suspended in waits for its client. Windows open by what the client
// sends, so that is read here. Requests among it are only noted: they are handled when the wait is over.
#include <poll.h>

#include "base/clock.h"
#include "serve/blocking_wait.h"
#include "serve/h2/h2_connection.h"
#include "serve/port.h"

namespace tern::serve {

Error H2Stream::wait_for_room(Exchange& exchange) {
    TERN_CHECK(&exchange == exchange_);
    const Error error = connection_.wait_for_room(*this);
    if (error == Error::timed_out) {
        connection_.log_stalled_client();
        cut(http::h2::ErrorCode::cancel);
    }
    return error;
}

Error H2Connection::wait_for_room(H2Stream& stream) noexcept {
    const bool was_delivering = std::exchange(delivering_, true);
    bool moves = true;
    while (moves && !stream.has_room() && !is_lost()) moves = wait_for_progress(stream);
    delivering_ = was_delivering;
    send_soon();
    if (!moves) return Error::timed_out;
    return stream.is_gone() ? Error::session_closed_by_client : Error::ok;
}

bool H2Connection::is_lost() const noexcept {
    return phase_ != Phase::open || broken_ || eof_ || is_dropped_ || session_.over();
}

// False: the client took nothing for send_timeout. A stream whose window is open may wait for others of its connection.
bool H2Connection::wait_for_progress(const H2Stream& stream) noexcept {
    const int64_t timeout_ms = port_.limits().send_timeout_ms;
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    const uint64_t queued = stream.queued();
    const uint64_t sent = stream_.sent();
    for (;;) {
        for (int reads = 0; reads < kReadsPerTurn && !session_.is_clogged() && receive(); ++reads) {}
        send_frames();
        const bool moved = stream_.sent() != sent && !session_.is_blocked(stream.id());
        if (moved || stream.queued() < queued || is_lost()) return true;
        const bool reads_on = !session_.is_clogged();
        const int64_t left_ms = timeout_ms == 0 ? 0 : until_ms - monotonic_ms();
        if (left_ms < 0 || (timeout_ms > 0 && left_ms == 0)) return false;
        if (readable_ && reads_on) continue;
        const int events = (reads_on ? POLLIN : 0) | (stalled_ ? POLLOUT : 0);
        if (!wait_blocking(fd(), static_cast<short>(events), left_ms)) return false;
        readable_ = true;
        stalled_ = false;
    }
}

}  // namespace tern::serve
