#include "serve/h1_connection.h"

#include <sys/socket.h>

#include "serve/port.h"

namespace tern::serve {

H1Connection::H1Connection(Port& port, net::Fd fd, const Passport& passport) noexcept
    : port_(port),
      context_(port.context()),
      stream_(std::move(fd), port.context().shelf),
      passport_(passport),
      timer_([](void* self) { static_cast<H1Connection*>(self)->on_timer(); }, this),
      go_on_([](void* self) { static_cast<H1Connection*>(self)->on_events(0); }, this),
      parser_(port.limits().head) {}

H1Connection::~H1Connection() {
    release_block();
}

Error H1Connection::open(Bytes unread) noexcept {
    slot_ = context_.sessions.find(passport_.session_id, context_.incarnation);
    if (slot_ != nullptr) slot_->socket_fd.store(stream_.fd(), std::memory_order_relaxed);
    loop::Events wanted = loop::kReadable | loop::kWritable | loop::kPeerClosed;
    if (Error error = context_.loop.watch(stream_.fd(), wanted, loop::Trigger::edge, *this); error != Error::ok) {
        return error;
    }
    if (!unread.empty()) {
        block_ = context_.blocks.take();
        std::memcpy(block_->data, unread.data(), unread.size());
        block_->filled = static_cast<uint32_t>(unread.size());
        context_.loop.defer(go_on_);
    }
    set_deadline(port_.limits().header_timeout_ms);
    return Error::ok;
}

void H1Connection::on_events(loop::Events events) {
    if (phase_ == Phase::closed) return;
    if (events & loop::kBroken) {
        lose();
        return;
    }
    if (events & (loop::kReadable | loop::kPeerClosed)) readable_ = true;
    if (events & loop::kPeerClosed) fin_seen_ = true;
    stream_.cork();
    advance();
    stream_.uncork();
    if (fin_seen_ && phase_ == Phase::handling) on_peer_closed();
    settle();
}

void H1Connection::set_deadline(int64_t delay_ms) noexcept {
    deadline_ms_ = context_.loop.now_ms() + delay_ms;
    if (timer_.pending() && timer_.expires_ms() <= deadline_ms_) return;
    context_.loop.start_timer(timer_, delay_ms);
}

// The timer runs behind the deadline, which moves with every request: looked at only when it fires.
void H1Connection::on_timer() noexcept {
    if (deadline_ms_ == kNever) return;
    int64_t left = deadline_ms_ - context_.loop.now_ms();
    if (left > 0) {
        context_.loop.start_timer(timer_, left);
        return;
    }
    if (!stream_.drained()) {
        lose();
        return;
    }
    switch (phase_) {
        case Phase::head: reject(408, "the request head took longer than http_header_timeout"); break;
        case Phase::body: reject(408, "the request body paused longer than http_body_timeout"); break;
        case Phase::idle:
        case Phase::lingering: close_now(); break;
        default: return;
    }
    settle();
}

void H1Connection::begin_close(bool linger) noexcept {
    phase_ = Phase::closing;
    linger_ = linger;
}

// The client is gone or will not take what we send: nothing can be saved.
void H1Connection::lose() noexcept {
    if (phase_ == Phase::closed) return;
    if (exchange_ != nullptr) drop_exchange(AnswerState::lost);
    close_now();
}

void H1Connection::close() noexcept {
    if (phase_ == Phase::closed) return;
    if (exchange_ != nullptr) drop_exchange(AnswerState::lost);
    if (phase_ == Phase::closed) return;
    begin_close(false);
    if (!stream_.corked()) settle();
}

void H1Connection::give_up() noexcept {
    if (phase_ == Phase::closed) return;
    if (exchange_ != nullptr && exchange_->responder_ == this && exchange_->state_ == AnswerState::none) {
        http::ResponseHead head;
        head.status = 503;
        head.keep_alive = false;
        (void)respond(*exchange_, head, Slice());
    }
    (void)stream_.flush();
    count_sent();
    phase_ = Phase::closed;
}

void H1Connection::forget() noexcept {
    if (exchange_ != nullptr) std::exchange(exchange_, nullptr)->release();
    context_.loop.unwatch(stream_.fd(), *this);
    stream_.close();
    timer_.stop();
    go_on_.withdraw();
    phase_ = Phase::closed;
    port_.retire(*this);
}

void H1Connection::close_now() noexcept {
    if (phase_ == Phase::closed) return;
    context_.loop.unwatch(stream_.fd(), *this);
    stream_.close();
    timer_.stop();
    go_on_.withdraw();
    reader_.reset();
    phase_ = Phase::closed;
    context_.counters.close_count.increment();
    (void)context_.sessions.release(passport_.session_id, context_.incarnation);
    port_.retire(*this);
    port_.handler().on_close(passport_.session_id);
}

void H1Connection::count_sent() noexcept {
    context_.counters.total_send_bytes.add(stream_.sent() - counted_sent_);
    counted_sent_ = stream_.sent();
}

void H1Connection::release_block() noexcept {
    if (block_ != nullptr) net::BlockPool::release(*std::exchange(block_, nullptr));
    start_ = 0;
}

}  // namespace tern::serve
