#include "serve/tcp_connection.h"

#include <algorithm>
#include <cinttypes>
#include <poll.h>
#include <string>

#include "serve/blocking_wait.h"
#include "serve/origin.h"
#include "serve/port.h"

namespace tern::serve {

namespace {

// What a session's slot remembers.
constexpr uint8_t kKnown = 1;
constexpr uint8_t kPaused = 2;
constexpr uint8_t kProtected = 4;

}  // namespace

TcpConnection::TcpConnection(Port& port, net::Stream stream, const Passport& passport,
                             const PacketOptions& options) noexcept
    : Connection(port, std::move(stream), passport),
      options_(options),
      timer_([](void* self) { static_cast<TcpConnection*>(self)->on_timer(); }, this),
      go_on_([](void* self) { static_cast<TcpConnection*>(self)->on_events(0); }, this),
      paused_(options.delayed) {}

Error TcpConnection::open(Bytes unread, int64_t) noexcept {
    if (Error error = take_up(unread, block_); error != Error::ok) return error;
    recall_state();
    readable_ = stream_.holds_input();
    if (readable_ || !unread.empty()) context_.loop.defer(go_on_);
    heard_ms_ = context_.loop.now_ms();
    watch_time();
    return Error::ok;
}

void TcpConnection::on_events(loop::Events events) {
    if (closed()) return;
    if (events & (loop::kPeerClosed | loop::kBroken)) fin_seen_ = true;
    if (fin_seen_ || (events & loop::kReadable)) readable_ = true;
    stream_.cork();
    receive();
    stream_.uncork();
    if (events & loop::kBroken) lose();
    settle();
}

// --- input

Bytes TcpConnection::input() const noexcept {
    if (!large_.empty()) return large_.view();
    return block_ == nullptr ? Bytes() : block_->view(start_);
}

Bytes TcpConnection::unread() const noexcept { return input(); }

void TcpConnection::release_input() noexcept {
    if (block_ != nullptr) net::BlockPool::release(*std::exchange(block_, nullptr));
    large_.release();
    start_ = 0;
}

void TcpConnection::receive() noexcept {
    if (receiving_) return;
    receiving_ = true;
    for (int reads = 0; !closing_ && !paused_ && !held_ && take_packets() && readable_; ++reads) {
        if (reads == kReadsPerTurn) {
            context_.loop.defer(go_on_);
            break;
        }
        if (!receive_some()) break;
    }
    receiving_ = false;
    if (closed()) return;
    if (input().empty()) release_input();
    if (ended_ && !paused_ && !held_) close();
}

// Room behind the input; a packet that fills a block goes on in memory of its own, which grows as it arrives.
char* TcpConnection::make_room(size_t& room) noexcept {
    if (large_.empty()) {
        if (block_ == nullptr) block_ = context_.blocks.take();
        if (start_ > 0) {
            const Bytes rest = input();
            std::memmove(block_->data, rest.data(), rest.size());
            block_->filled = static_cast<uint32_t>(rest.size());
            start_ = 0;
        }
        room = block_->room();
        if (room > 0) return block_->data + block_->filled;
        large_.append(input());
        net::BlockPool::release(*std::exchange(block_, nullptr));
    }
    room = std::clamp<size_t>(large_.size(), net::Block::kSize, 1 << 20);
    return large_.extend(room);
}

// False: there is nothing more for now.
bool TcpConnection::receive_some() noexcept {
    size_t room = 0;
    char* place = make_room(room);
    const Result<size_t> got = stream_.read_some(place, room);
    const size_t count = got.ok() ? got.value() : 0;
    if (large_.empty()) {
        block_->filled += static_cast<uint32_t>(count);
    } else {
        large_.shrink(room - count);
    }
    // Edge-triggered: the kernel tells of more, except of the end, which it has told.
    if (count < room && !(fin_seen_ && got.ok()) && !stream_.has_more()) readable_ = false;
    if (!got.ok()) {
        if (got.error() != Error::would_block) lose();
        return false;
    }
    if (count == 0) {
        ended_ = true;
        return false;
    }
    count_received(count);
    heard_ms_ = context_.loop.now_ms();
    return true;
}

// Hands over what is complete. False: the connection ends, or its handler wants no more for now.
bool TcpConnection::take_packets() noexcept {
    while (!input().empty()) {
        if (options_.framing.by == protocol::Framing::By::nothing) {
            if (!deliver(input().size())) return false;
            continue;
        }
        const protocol::FramingStep step = scanner_.step(options_.framing, input());
        if (closed() || closing_) return false;  // by what measures, which may be the program
        switch (step.state) {
            case protocol::FramingStep::State::need_more: return true;
            case protocol::FramingStep::State::too_large:
                refuse("a packet is larger than package_max_length");
                return false;
            case protocol::FramingStep::State::malformed: refuse("the length of a packet is none"); return false;
            case protocol::FramingStep::State::done: break;
        }
        scanner_.restart();
        if (!deliver(step.size)) return false;
    }
    return true;
}

bool TcpConnection::deliver(size_t size) noexcept {
    // The handler may end the connection, and its memory with it.
    net::Block* block = block_;
    Buffer large = std::move(large_);
    const Bytes arrived = large.empty() ? block->view(start_) : large.view();
    const Bytes packet = arrived.substr(0, size);
    if (block != nullptr) net::BlockPool::retain(*block);
    if (large.empty()) start_ += static_cast<uint32_t>(size);
    context_.counters.request_count.increment();
    gathering_.begin(context_.loop, arrived.size() > size);
    options_.handler->on_packet(*this, packet);
    gathering_.end(context_.loop);
    if (block != nullptr) net::BlockPool::release(*block);
    if (closed()) return false;
    if (!large.empty()) keep_rest(std::move(large), size);
    return !closing_ && !paused_ && !held_;
}

// Of memory that held a large packet: what came behind it.
void TcpConnection::keep_rest(Buffer large, size_t taken) noexcept {
    const Bytes rest = large.view().substr(taken);
    if (rest.size() <= net::Block::kSize) {
        if (rest.empty()) return;
        block_ = context_.blocks.take(rest);
        start_ = 0;
        return;
    }
    large.drop_front(taken);
    large_ = std::move(large);
}

void TcpConnection::refuse(const char* why) noexcept {
    context_.log.print(LogLevel::notice, "connection %" PRId64 " from %s:%d is closed: %s", passport_.session_id,
                       ip_text(passport_.origin).c_str(), passport_.origin.remote_port, why);
    context_.counters.abort_count.increment();
    close();
}

void TcpConnection::recall_state() noexcept {
    const uint8_t state = slot_ == nullptr ? 0 : slot_->raw_state.load(std::memory_order_relaxed);
    if ((state & kKnown) == 0) return note_state();
    paused_ = (state & kPaused) != 0;
    protected_ = (state & kProtected) != 0;
}

void TcpConnection::note_state() noexcept {
    if (slot_ == nullptr) return;
    const int state = kKnown | (paused_ ? kPaused : 0) | (protected_ ? kProtected : 0);
    slot_->raw_state.store(static_cast<uint8_t>(state), std::memory_order_relaxed);
}

void TcpConnection::protect(bool on) noexcept {
    protected_ = on;
    note_state();
    watch_time();
}

void TcpConnection::pause() noexcept {
    paused_ = true;
    note_state();
}

void TcpConnection::resume() noexcept {
    if (!std::exchange(paused_, false)) return;
    note_state();
    heard_ms_ = context_.loop.now_ms();
    context_.loop.defer(go_on_);
    watch_time();
}

void TcpConnection::release() noexcept {
    if (!std::exchange(held_, false) || receiving_) return;
    context_.loop.defer(go_on_);
}

// --- output

Error TcpConnection::refusal(uint64_t more) const noexcept {
    if (closing_ || closed()) return Error::session_closed_by_server;
    if (stream_.queued() > 0 && stream_.queued() + more > options_.most_queued) return Error::output_buffer_overflow;
    return Error::ok;
}

Error TcpConnection::send(Slice bytes) noexcept {
    if (Error error = refusal(bytes.size()); error != Error::ok) {
        if (error == Error::output_buffer_overflow) tell_full();
        return error;
    }
    stream_.append(std::move(bytes));
    if (!gathering_.now()) settle();
    return Error::ok;
}

Error TcpConnection::drain(int timeout_ms) noexcept {
    stream_.uncork();
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    Error error = stream_.flush();
    while (error == Error::would_block || error == Error::output_send_yield) {
        const int64_t left_ms = until_ms - monotonic_ms();
        if (left_ms <= 0 || !wait_blocking(stream_.fd(), POLLOUT, left_ms)) return Error::timed_out;
        error = stream_.flush();
    }
    settle();
    return error;
}

Error TcpConnection::send_file(net::SharedFd file, off_t offset, uint64_t length) noexcept {
    if (Error error = refusal(0); error != Error::ok) return error;
    stream_.append_file(std::move(file), offset, length);
    if (!gathering_.now()) settle();
    return Error::ok;
}

void TcpConnection::settle() noexcept {
    if (closed()) return;
    if (settling_) return context_.loop.defer(go_on_);  // sent by who was told within
    settling_ = true;
    const bool was_corked = stream_.corked();
    stream_.uncork();
    const Error error = stream_.flush();
    if (was_corked) stream_.cork();
    count_sent();
    if (error == Error::output_send_yield) context_.loop.defer(go_on_);
    if (error == Error::ok || error == Error::would_block || error == Error::output_send_yield) {
        after_flush();
    } else {
        lose();
    }
    settling_ = false;
}

void TcpConnection::tell_full() noexcept {
    if (!std::exchange(full_, true)) options_.handler->on_queue_full(passport_.session_id);
}

void TcpConnection::after_flush() noexcept {
    const Limits& limits = port_.limits();
    if (stream_.queued() > limits.high_watermark) {
        tell_full();
    } else if (full_ && stream_.queued() <= limits.low_watermark) {
        full_ = false;
        options_.handler->on_queue_low(passport_.session_id);
    }
    if (closed()) return;
    if (room_wanted_ && stream_.queued() <= options_.most_queued / 2) {
        room_wanted_ = false;
        options_.handler->on_room(passport_.session_id);
        if (closed()) return;
    }
    if (stream_.drained()) {
        if (closing_) {
            stream_.say_goodbye();
            close_now();
        } else if (port_.leaving() && between_requests() &&
                   !receiving_) {  // else on_events() settles again, when all that arrived is in place
            port_.part_with(*this);
        }
        return;
    }
    if (stream_.sent() != progress_mark_ || progress_ms_ == kNever) progress_ms_ = context_.loop.now_ms();
    progress_mark_ = stream_.sent();
    watch_time();
}

// --- life

void TcpConnection::watch_time() noexcept {
    int64_t delay_ms = kNever;
    if (options_.idle_timeout_ms > 0 && !paused_ && !protected_) delay_ms = options_.idle_timeout_ms;
    const int64_t send_ms = port_.limits().send_timeout_ms;
    if (send_ms > 0 && !stream_.drained()) delay_ms = std::min(delay_ms, send_ms);
    if (delay_ms == kNever) return;
    if (timer_.pending() && timer_.expires_ms() <= context_.loop.now_ms() + delay_ms) return;
    context_.loop.start_timer(timer_, delay_ms);
}

// It runs behind what it watches: both move with every packet.
void TcpConnection::on_timer() noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    const int64_t send_ms = port_.limits().send_timeout_ms;
    if (send_ms > 0 && !stream_.drained() && now_ms - progress_ms_ >= send_ms) return lose();
    const int64_t idle_ms = options_.idle_timeout_ms;
    if (idle_ms > 0 && !paused_ && !protected_ && now_ms - heard_ms_ >= idle_ms) return close();
    int64_t next_ms = kNever;
    if (idle_ms > 0 && !paused_ && !protected_) next_ms = heard_ms_ + idle_ms;
    if (send_ms > 0 && !stream_.drained()) next_ms = std::min(next_ms, progress_ms_ + send_ms);
    if (next_ms != kNever) context_.loop.start_timer(timer_, next_ms - now_ms);
}

void TcpConnection::close() noexcept {
    if (closed() || closing_) return;
    closing_ = true;
    if (!stream_.corked()) settle();
}

void TcpConnection::lose() noexcept { close_now(); }

void TcpConnection::give_up() noexcept {
    if (closed()) return;
    stream_.uncork();
    (void)stream_.flush();  // what the kernel does not take now is lost with this process
    count_sent();
    cut();
}

void TcpConnection::on_detach() noexcept {
    timer_.stop();
    go_on_.withdraw();
    release_input();
}

}  // namespace tern::serve
