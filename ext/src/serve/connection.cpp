#include "serve/connection.h"

#include <algorithm>
#include <cinttypes>
#include <sys/socket.h>

#include "net/socket_calls.h"
#include "serve/origin.h"

namespace tern::serve {

namespace {

// True: the kernel accepts no more output.
bool is_final(Error error) noexcept {
    return error != Error::ok && error != Error::would_block && error != Error::output_send_yield;
}

}  // namespace

Connection::Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept
    : host_(host),
      context_(host.context()),
      stream_(std::move(stream)),
      info_(info),
      deadlines_(
          context_.loop, [](void* self) { static_cast<Connection*>(self)->on_deadline(); }, this),
      run_again_([](void* self) { static_cast<Connection*>(self)->on_events(0); }, this) {
    counted_sent_ = stream_.sent();
    stream_.uncork();  // its former owner may have corked it in its turn
}

const net::TlsFacts* Connection::tls_facts() const noexcept {
    return stream_.tls() == nullptr ? nullptr : stream_.tls()->facts().get();
}

Error Connection::watch(bool has_unread) noexcept {
    slot_ = context_.sessions.find(info_.session_id, context_.generation);
    if (slot_ != nullptr) {
        slot_->protocol.store(static_cast<uint8_t>(protocol()), std::memory_order_relaxed);
        slot_->socket_fd.store(stream_.fd(), std::memory_order_relaxed);
    }
    readiness_.readable = expects_input_ || stream_.holds_input();
    if (expects_input_) return Error::ok;
    if (readiness_.readable || has_unread) run_again();
    return watch_socket();
}

Error Connection::watch_socket() noexcept {
    const loop::Events wanted = loop::kReadable | loop::kWritable | loop::kPeerClosed;
    const Error error = context_.loop.watch(stream_.fd(), wanted, loop::Trigger::edge, *this);
    is_watched_ = error == Error::ok;
    return error;
}

// --- Counting: small, and called for each request

inline void Connection::count_sent() noexcept {
    if (stream_.sent() == counted_sent_) return;
    context_.counters.total_send_bytes.add(stream_.sent() - counted_sent_);
    counted_sent_ = stream_.sent();
    if (slot_ == nullptr) return;
    const int64_t received_us = slot_->last_recv_time_us.load(std::memory_order_relaxed);
    slot_->last_send_time_us.store(std::max(context_.wall_us(), received_us), std::memory_order_relaxed);
}

void Connection::count_received(size_t bytes) noexcept {
    context_.counters.total_recv_bytes.add(bytes);
    if (slot_ != nullptr) slot_->last_recv_time_us.store(context_.wall_us(), std::memory_order_relaxed);
}

void Connection::note_request() noexcept {
    if (slot_ == nullptr) return;
    const int64_t sent_us = slot_->last_send_time_us.load(std::memory_order_relaxed);
    if (slot_->last_recv_time_us.load(std::memory_order_relaxed) > sent_us) return;
    slot_->last_recv_time_us.store(sent_us + 1, std::memory_order_relaxed);
}

// --- A turn

inline void Connection::read() noexcept {
    if (reading_) return;
    reading_ = true;
    if (state_ == State::open) on_input();
    if (state_ == State::lingering) discard_input();
    reading_ = false;
}

void Connection::on_events(loop::Events events) {
    if (closed()) return;
    readiness_.note(events);
    stream_.cork();
    read();
    stream_.uncork();
    // Complete input was dispatched already. Of a socket for datagrams, the read has found out whether it still works.
    if ((events & loop::kBroken) != 0 && !stream_.carries_messages()) readiness_.broken = true;
    if (!closed()) after_input();
}

void Connection::after_input() noexcept { readiness_.broken ? abort() : flush(); }

// --- Input

Result<size_t> Connection::read_some(char* into, size_t room) noexcept {
    if (!readiness_.readable) return Error::would_block;
    const Result<size_t> got = stream_.read_some(into, room);
    if (got.ok() && got.value() > 0) [[likely]] {
        readiness_.note_read(got.value(), room, stream_.has_more());
        count_received(got.value());
    } else {
        readiness_.readable = false;
        readiness_.input_ended = got.ok() || got.error() != Error::would_block;
    }
    return got;
}

// Reads below TLS, as dropped input need not be decrypted.
void Connection::discard_input() noexcept {
    if (!readiness_.readable) return;
    char scratch[1024];
    while (linger_left_ > 0) {
        const ssize_t count = net::receive(stream_.fd(), scratch, sizeof scratch);
        if (count < 0 && errno == EAGAIN) {
            readiness_.readable = false;
            return;
        }
        if (count <= 0) break;
        linger_left_ -= std::min(linger_left_, static_cast<uint64_t>(count));
    }
    end();
}

// --- Output

Error Connection::flush_stream() noexcept {
    const bool was_corked = stream_.corked();
    stream_.uncork();
    const Error error = stream_.flush();
    if (was_corked) stream_.cork();
    readiness_.stalled = error == Error::would_block;
    if (error != Error::ok && is_final(error)) [[unlikely]]
        readiness_.broken = true;
    count_sent();
    return error;
}

bool Connection::send_queued() noexcept {
    const Error error = flush_stream();
    if (error == Error::ok) [[likely]]
        return true;
    if (error == Error::output_send_yield) run_again();
    return !is_final(error);
}

void Connection::announce_end() noexcept {
    stream_.announce_end();
    (void)::shutdown(stream_.fd(), SHUT_WR);
}

inline void Connection::watch_progress() noexcept {
    const int64_t timeout_ms = host_.limits().send_timeout_ms;
    const bool progress = stream_.sent() != progress_mark_;
    progress_mark_ = stream_.sent();
    if (timeout_ms > 0 && (progress || !deadlines_.is_set(Deadline::send))) deadlines_.set(Deadline::send, timeout_ms);
}

inline void Connection::on_all_sent() noexcept {
    deadlines_.clear(Deadline::send);
    if (state_ == State::open) {
        if (host_.leaving() && !reading_ && between_requests()) host_.pass_on(*this);
    } else if (reading_) {
        if (finish_ != Finish::broken) announce_end();  // the rest follows when on_input() is over
    } else {
        if (finish_ != Finish::broken) stream_.announce_end();
        finish_ == Finish::linger ? linger(kMostDroppedInput) : end();
    }
}

inline void Connection::after_flush() noexcept {
    on_flushed();
    if (flush_again_ || state_ >= State::lingering) return;
    stream_.drained() ? on_all_sent() : watch_progress();
}

void Connection::flush() noexcept {
    flush_again_ = true;
    if (flushing_) return;
    flushing_ = true;
    for (int times = 0; flush_again_ && state_ < State::lingering; ++times) {
        if (times == kFlushesPerTurn) {
            run_again();
            break;
        }
        flush_again_ = false;
        send_queued() ? after_flush() : abort();
    }
    flushing_ = false;
}

// --- Time

void Connection::on_deadline() noexcept {
    if (deadlines_.take_due(Deadline::send)) return on_stalled();
    if (deadlines_.take_due(Deadline::input)) state_ == State::lingering ? end() : on_silence();
    if (!closed()) on_time();
    if (!closed()) deadlines_.wake_for_next();
}

// --- The end

void Connection::finish(Finish how) noexcept {
    if (state_ > State::closing) return;
    state_ = State::closing;
    if (finish_ != Finish::broken) finish_ = how;
    deadlines_.clear(Deadline::input);
}

void Connection::break_output() noexcept {
    finish_ = Finish::broken;
    stream_.reset_when_closed();
}

void Connection::linger(uint64_t most_bytes) noexcept {
    (void)::shutdown(stream_.fd(), SHUT_WR);
    state_ = State::lingering;
    linger_left_ = most_bytes;
    readiness_.readable = true;
    deadlines_.set(Deadline::input, kLingerMs);
    if (!reading_) discard_input();
}

void Connection::end(End how) noexcept {
    if (closed()) return;
    const bool notifies = how == End::reported && announced();
    if (notifies) host_.handler().before_close(info_.session_id);
    on_end();
    deadlines_.stop();
    run_again_.withdraw();
    if (stream_.open()) {
        context_.loop.unwatch(stream_.fd(), *this);
        stream_.close();
    }
    state_ = State::closed;
    if (how == End::moved) return;
    context_.counters.close_count.increment();
    (void)context_.sessions.release(info_.session_id, context_.generation);
    host_.on_closed(*this);
    if (notifies) host_.handler().on_close(info_.session_id);
}

net::Stream Connection::take_stream() noexcept {
    count_sent();
    context_.loop.unwatch(stream_.fd(), *this);
    return std::move(stream_);
}

// --- the PROXY header

void Connection::take_proxy_header(const protocol::ProxyHeader& header) noexcept {
    if (header.source.family == 0) return;
    set_ip(info_.origin, header.source, header.source_port);
    info_.origin.server_port = header.target_port;
    info_.origin.secure = header.secure ? 1 : 0;
    if (slot_ != nullptr) slot_->origin = info_.origin;
}

void Connection::log_missing_proxy_header() noexcept {
    context_.log.print(LogLevel::warning, "connection %" PRId64 " from %s does not begin with a PROXY header",
                       info_.session_id, ip_text(info_.origin).c_str());
    context_.counters.abort_count.increment();
}

bool Connection::may_lose_request(uint64_t requests) noexcept {
    char first;
    if (::recv(fd(), &first, 1, MSG_PEEK | MSG_DONTWAIT) > 0) return true;
    if (requests == 0) return is_new();
    if (!deadlines_.is_set(Deadline::input)) return false;
    const int64_t left_ms = deadlines_.at(Deadline::input) - context_.loop.now_ms();
    // After drain() it is at most kDrainMs, and otherwise http_keepalive_timeout after the last response.
    return left_ms <= kDrainMs || left_ms > host_.limits().keep_alive_timeout_ms - kDrainMs;
}

}  // namespace tern::serve
