#include "serve/h2/h2_connection.h"

#include <algorithm>
#include <cinttypes>
#include <poll.h>

#include "base/clock.h"
#include "serve/blocking_wait.h"
#include "serve/log/access_log.h"
#include "serve/origin.h"

namespace tern::serve {

static_assert(http::h2::kFloodKinds == shm::kHttp2FloodKinds);

H2Connection::H2Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept
    : Connection(host, std::move(stream), info),
      H2SendAccount(context_.unsent_responses, host.limits()),
      session_(host.options().http2_session, *this) {}

Error H2Connection::open(Bytes unread, int64_t timeout_ms) noexcept {
    if (Error error = watch(true); error != Error::ok) return error;
    unread_ = unread;
    deadlines_.set(Deadline::input, timeout_ms);
    return Error::ok;
}

// --- Output

void H2Connection::send_soon() noexcept {
    if (is_flushing()) return flush();  // flush() is on the stack, and repeats itself
    if (!closed() && !is_reading() && !runs_again()) run_again();
}

// For clients that wait for each piece. The results are handled later, as a handler is on the stack.
void H2Connection::send_now() noexcept {
    if (!is_open()) return;
    (void)send_queued();
    send_soon();
}

// Adds frames while not too much waits for the kernel. True: there is something to send.
bool H2Connection::fill() noexcept {
    if (stream_.queued() < kFillTo && session_.wants_to_send()) {
        Buffer& tail = stream_.tail();
        session_.send(tail, tail.size() + kFillTo - stream_.queued());
        if (session_.why() != nullptr) log_failure();
    }
    return !stream_.drained();
}

bool H2Connection::send_queued() noexcept {
    for (int times = 0; !readiness_.broken && !readiness_.stalled && fill(); ++times) {
        if (times == kSendsPerTurn) {  // other connections must have their turn
            run_again();
            break;
        }
        (void)flush_stream();
    }
    return !readiness_.broken;
}

void H2Connection::on_flushed() noexcept {
    if (std::exchange(resume_when_drained_, false)) {
        for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).note_room();
    }
    deliver();
    if (!is_open() || flushes_again()) return;
    if (stream_.drained() && session_.over()) {  // all is sent
        abort_streams();
        if (is_open()) finish(readiness_.input_ended ? Finish::plain : Finish::linger);
        return;
    }
    const int64_t send_timeout_ms = host_.limits().send_timeout_ms;
    if (account().queued() > 0 && send_timeout_ms > 0) watch_time(now_ms() + send_timeout_ms);
    watch_silence();
}

// Handlers may be on the stack: they are notified when the connection ends.
void H2Connection::drop_unsent() noexcept {
    context_.counters.http2_dropped_answers.add(holding());
    context_.log.print(LogLevel::warning,
                       "connection %" PRId64
                       " from %s:%d ends: it does not take its responses, and "
                       "http2_worker_buffer_size is reached",
                       info_.session_id, ip_text(info_.origin).c_str(), info_.origin.remote_port);
    mark_dropped();
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).drop_response();
    TERN_CHECK(holding() == 0);
    session_.terminate(http::h2::ErrorCode::enhance_your_calm);
    send_soon();
}

// --- Streams

void H2Connection::deliver() noexcept {
    if (delivering_) return;
    delivering_ = true;
    while (NewsHook* one = news_.pop_front()) {
        gathering_.next(context_.loop, !news_.empty());
        static_cast<H2Stream*>(one)->deliver();
    }
    gathering_.end(context_.loop);
    delivering_ = false;
}

void H2Connection::release(H2Stream& stream) noexcept {
    static_cast<NewsHook&>(stream).unlink();
    static_cast<StreamHook&>(stream).unlink();
    released_.push_back(stream);
    send_soon();
}

void H2Connection::free_released() noexcept {
    while (StreamHook* one = released_.pop_front()) H2Stream::destroy(stream_of(*one));
}

// Copies the list first: a notified handler may do anything.
void H2Connection::abort_streams() noexcept {
    std::vector<H2Stream*> all;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) all.push_back(&stream_of(*one));
    for (H2Stream* stream : all) stream->abort();
}

// --- The end

void H2Connection::close() noexcept {
    if (!is_open()) return;
    abort_streams();
    if (!is_open()) return;
    session_.terminate(http::h2::ErrorCode::no_error);
    send_soon();
}

void H2Connection::abort() noexcept {
    if (closed()) return;
    abort_streams();
    end();
}

// First announces the shutdown, which lets requests in transit arrive. The final GOAWAY follows the response to a PING.
void H2Connection::drain() noexcept {
    if (!is_open() || shutdown_phase_ != ShutdownPhase::none) return;
    shutdown_phase_ = ShutdownPhase::notice;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).drain();
    session_.announce_shutdown();
    deadlines_.set(Deadline::drain, kDrainMs);
    send_soon();
}

void H2Connection::end_session() noexcept {
    if (shutdown_phase_ == ShutdownPhase::final) return;
    shutdown_phase_ = ShutdownPhase::final;
    deadlines_.clear(Deadline::drain);
    session_.shut_down(http::h2::ErrorCode::no_error, {});
}

void H2Connection::on_ping_ack() {
    if (shutdown_phase_ != ShutdownPhase::none) end_session();
}

Error H2Connection::ping() noexcept {
    session_.ping();
    send_soon();
    return Error::ok;
}

Error H2Connection::go_away(uint32_t error_code, Bytes debug_data) noexcept {
    if (debug_data.size() > http::h2::Session::kMostDebugData) return Error::data_length_too_large;
    shutdown_phase_ = ShutdownPhase::final;
    deadlines_.clear(Deadline::drain);
    session_.shut_down(static_cast<http::h2::ErrorCode>(error_code), debug_data);
    send_soon();
    return Error::ok;
}

void H2Connection::terminate() noexcept {
    if (closed()) return;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).terminate();
    session_.shut_down(http::h2::ErrorCode::no_error, {});
    while (fill() && flush_stream() == Error::ok) {}  // the rest is lost with this process
    end(End::silent);
}

void H2Connection::on_end() noexcept {
    while (StreamHook* one = streams_.front()) {
        stream_of(*one).detach();
        release(stream_of(*one));
    }
    if (heads_ != nullptr) net::BlockPool::release(*std::exchange(heads_, nullptr));
}

// --- Time

void H2Connection::watch_time(int64_t deadline_ms) noexcept {
    if (!closed()) deadlines_.wake_by(deadline_ms);
}

void H2Connection::on_time() noexcept {
    if (deadlines_.take_due(Deadline::drain)) end_session();
    int64_t due_ms = Deadlines::kNever;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) {
        due_ms = std::min(due_ms, stream_of(*one).check_time(now_ms()));
    }
    watch_time(due_ms);
    send_soon();
}

void H2Connection::on_silence() noexcept {
    switch (owed_) {
        case Owed::greeting: return session_.terminate(http::h2::ErrorCode::settings_timeout);
        case Owed::head: return session_.terminate(http::h2::ErrorCode::enhance_your_calm);
        default: end_session();
    }
}

void H2Connection::watch_silence() noexcept {
    Owed owed = Owed::nothing;
    if (!session_.has_greeted()) {
        owed = Owed::greeting;
    } else if (session_.in_head()) {
        owed = Owed::head;
    } else if (streams_.empty() && stream_.drained()) {
        owed = Owed::request;
    }
    if (owed == owed_) return;
    owed_ = owed;
    if (owed == Owed::nothing) return deadlines_.clear(Deadline::input);
    const Limits& limits = host_.limits();
    deadlines_.set(Deadline::input, owed == Owed::request ? limits.keep_alive_timeout_ms : limits.header_timeout_ms);
}

// --- Log

void H2Connection::log_failure() noexcept {
    if (std::exchange(failure_logged_, true)) return;
    context_.counters.abort_count.increment();
    if (session_.flooded()) context_.counters.http2_floods[static_cast<size_t>(session_.flood())].increment();
    context_.log.print(LogLevel::notice, "connection %" PRId64 " from %s:%d ends: %s%s", info_.session_id,
                       ip_text(info_.origin).c_str(), info_.origin.remote_port,
                       session_.flooded() ? "a flood of " : "HTTP/2: ", session_.why());
}

// One log line for a connection, however many streams are refused.
void H2Connection::on_too_many_streams() {
    context_.counters.http2_refused_streams.increment();
    if (std::exchange(refusal_logged_, true)) return;
    context_.log.print(LogLevel::notice, "connection %" PRId64 " from %s:%d has more than %u streams: refused",
                       info_.session_id, ip_text(info_.origin).c_str(), info_.origin.remote_port,
                       host_.options().http2_session.concurrent_streams);
}

void H2Connection::describe_response(AccessEntry& entry, const Exchange& exchange, ResponseState) noexcept {
    entry.body_bytes = entry.sent_bytes = exchange.facts.body_bytes;  // head sizes are unknown
    entry.keep_alive = shutdown_phase_ == ShutdownPhase::none;
}

// --- Input

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
    host_.requests().set_client_info(exchange, info_, stream_);
    exchange.stream_id = stream_id;
    H2Stream& stream = H2Stream::make(*this, stream_id, exchange);
    streams_.push_back(stream);
    session_.attach(stream_id, stream);
    if (refusal != 0) {
        if (refusal == 414 || refusal == 431) context_.counters.http2_refused_heads.increment();
        stream.refuse(refusal, reader.reason());
    } else if (exchange.head.upgrade && !ends) {
        stream.accept_websocket();
    } else {
        stream.accept(ends);
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
    while (moves && !stream.has_room() && !is_lost()) moves = wait_for_progress(stream);
    delivering_ = was_delivering;
    send_soon();
    if (!moves) return Error::timed_out;
    return stream.is_gone() ? Error::session_closed_by_client : Error::ok;
}

bool H2Connection::is_lost() const noexcept {
    return !is_open() || readiness_.broken || readiness_.input_ended || dropped() || session_.over();
}

// False: the client received nothing for send_timeout. A stream with an open window may wait for other streams.
bool H2Connection::wait_for_progress(const H2Stream& stream) noexcept {
    const int64_t timeout_ms = host_.limits().send_timeout_ms;
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    const uint64_t queued = stream.queued();
    const uint64_t sent = stream_.sent();
    for (;;) {
        for (int reads = 0; reads < kReadsPerTurn && !session_.output_full() && receive(); ++reads) {}
        (void)send_queued();
        const bool moved = stream_.sent() != sent && !session_.is_blocked(stream.id());
        if (moved || stream.queued() < queued || is_lost()) return true;
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
