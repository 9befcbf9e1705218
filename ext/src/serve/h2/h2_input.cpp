// The input side of H2Connection.
#include <poll.h>

#include "base/clock.h"
#include "serve/blocking_wait.h"
#include "serve/h2/h2_connection.h"

namespace tern::serve {

void H2Connection::on_input() noexcept {
    if (!unread_.empty()) feed(std::exchange(unread_, {}));
    for (int reads = 0; is_open() && !session_.output_full(); ++reads) {
        if (reads == kReadsPerTurn) {
            run_again();
            break;
        }
        if (!receive()) break;
    }
}

void H2Connection::after_input() noexcept {
    flush();
    // Complete input has been handled. HTTP/2 has no half-closed connections.
    if (readiness_.input_ended) abort();
    // Input stayed unread because too much output was waiting. The kernel does not report it again.
    if (is_open() && readiness_.readable && !session_.output_full() && !runs_again()) run_again();
    free_released();
}

// True: bytes have arrived.
bool H2Connection::receive() noexcept {
    if (!readiness_.readable || readiness_.input_ended) return false;
    net::Block* block = context_.blocks.take();
    const Result<size_t> got = read_some(block->data(), net::Block::kSize);
    const bool some = got.ok() && got.value() > 0;
    if (some) feed(Bytes(block->data(), got.value()));
    net::BlockPool::release(*block);
    return some;
}

void H2Connection::feed(Bytes bytes) noexcept {
    if (!session_.receive(bytes, now_ms())) log_failure();
    deliver();
}

void H2Connection::on_request(int32_t stream_id, http::h2::RequestReader& reader, bool ends) {
    if (!is_open()) return;
    Exchange& exchange = *host_.exchanges().take();
    make_room_for_head(reader.size());
    const int refusal = reader.finish(exchange.head, heads_->data() + heads_->filled, !ends);
    heads_->filled += static_cast<uint32_t>(reader.size());
    exchange.hold(*heads_);
    exchange.facts.request_bytes = reader.counted_bytes();
    if (host_.access_log() != nullptr) exchange.facts.began_us = monotonic_us();
    set_client_info(exchange);
    exchange.stream_id = stream_id;
    auto* stream = new H2Stream(*this, stream_id, exchange);
    streams_.push_back(*stream);
    session_.attach(stream_id, *stream);
    if (refusal != 0) {
        if (refusal == 414 || refusal == 431) context_.counters.http2_refused_heads.increment();
        stream->refuse(refusal, reader.reason());
    } else if (exchange.head.upgrade && !ends) {
        stream->accept_websocket();
    } else {
        stream->accept(ends);
    }
    owed_ = Owed::nothing;
    deadlines_.clear(Deadline::input);
    if (++requests_ == host_.limits().keep_alive_requests) drain();
}

// The heads of several requests share a block.
void H2Connection::make_room_for_head(size_t bytes) noexcept {
    if (heads_ != nullptr && heads_->references == 1) heads_->filled = 0;
    if (heads_ != nullptr && heads_->room() >= bytes) return;
    if (heads_ != nullptr) net::BlockPool::release(*heads_);
    heads_ = (bytes <= net::Block::kSize ? context_.blocks : net::BlockPool::large()).take();
    TERN_CHECK(heads_->room() >= bytes);
}

// --- A handler that cannot be suspended waits for its client. The windows open only by frames of the client, so input
// is read here. Requests among it are only noted, and handled after the wait.

Error H2Connection::wait_for_room(H2Stream& stream) noexcept {
    const bool was_delivering = std::exchange(delivering_, true);
    bool moves = true;
    while (moves && !stream.answer().has_room() && !is_lost()) moves = wait_for_progress(stream);
    delivering_ = was_delivering;
    send_soon();
    if (!moves) return Error::timed_out;
    return stream.answer().is_gone() ? Error::session_closed_by_client : Error::ok;
}

bool H2Connection::is_lost() const noexcept {
    return !is_open() || readiness_.broken || readiness_.input_ended || dropped() || session_.over();
}

// False: the client received nothing for send_timeout. A stream with an open window may wait for other streams.
bool H2Connection::wait_for_progress(const H2Stream& stream) noexcept {
    const int64_t timeout_ms = host_.limits().send_timeout_ms;
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    const uint64_t queued = stream.answer().queued();
    const uint64_t sent = stream_.sent();
    for (;;) {
        for (int reads = 0; reads < kReadsPerTurn && !session_.output_full() && receive(); ++reads) {}
        (void)send_queued();
        const bool moved = stream_.sent() != sent && !session_.is_blocked(stream.id());
        if (moved || stream.answer().queued() < queued || is_lost()) return true;
        const bool reads_on = !session_.output_full();
        const int64_t left_ms = timeout_ms == 0 ? 0 : until_ms - monotonic_ms();
        if (left_ms < 0 || (timeout_ms > 0 && left_ms == 0)) return false;
        if (readiness_.readable && reads_on) continue;
        const int events = (reads_on ? POLLIN : 0) | (readiness_.stalled ? POLLOUT : 0);
        if (!wait_blocking(fd(), static_cast<short>(events), left_ms)) return false;
        readiness_.readable = true;
        readiness_.stalled = false;
    }
}

}  // namespace tern::serve
