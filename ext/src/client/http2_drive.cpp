// How the coroutines of a connection send and receive.
#include "client/http2_connection.h"

namespace tern::client {

using Side = Socket::Side;

// would_block: the rest is sent when the socket takes it. Never waits.
Error Http2Connection::flush() noexcept {
    for (;;) {
        if (!is_open()) return error_;
        if (out_at_ == out_.size()) {
            out_.clear();
            out_at_ = 0;
            session_.send(out_, kOutBytes);
            free_closed();
            if (out_.empty()) return session_.why() == nullptr ? Error::ok : fail(Error::protocol_error);
        }
        const Result<size_t> sent = socket_.try_send(out_.view().substr(out_at_));
        if (sent.ok()) {
            out_at_ += sent.value();
        } else if (sent.error() == Error::would_block) {
            return Error::would_block;
        } else if (sent.error() != Error{EINTR}) {
            return fail(sent.error());
        }
    }
}

// would_block: nothing has arrived. Never waits.
Error Http2Connection::read() noexcept {
    if (!is_open()) return error_;
    char* place = in_.extend(kReadBytes);
    const Result<size_t> got = socket_.try_receive(place, kReadBytes);
    Error error = got.error();
    if (got.ok()) {
        drained_ = got.value() < kReadBytes;
        const bool goes_on = session_.receive(Bytes(place, got.value()));
        free_closed();
        if (!goes_on) (void)flush();
        if (got.value() == 0) error = fail(Error::connection_reset);
        if (!is_open()) error = error_;
    } else if (error == Error::would_block || error == Error{EINTR}) {
        drained_ = error == Error::would_block;
        error = drained_ ? error : Error::ok;
    } else {
        error = fail(error);
    }
    in_.clear();
    return error;
}

// The driver waits for the socket to become writable, if the socket takes no more now.
Error Http2Connection::send_out(coro::FdWaits& waits) noexcept {
    last_turn_ = waits.scheduler().loop().turns();
    const Error error = flush();
    if (error == Error::ok) return error;
    wake_driver();
    return is_open() ? Error::ok : error_;
}

// The first frames of a turn are sent at once, and those that follow at the end of the turn, unless a coroutine drives
// before.
Error Http2Connection::send_soon(coro::FdWaits& waits) noexcept {
    loop::Loop& loop = waits.scheduler().loop();
    if (last_turn_ != loop.turns() || unsent_bytes_ > kOutBytes) return send_out(waits);
    if (!later_.pending()) loop.defer(later_);
    return Error::ok;
}

void Http2Connection::send_at_turn_end() noexcept {
    if (is_open() && flush() != Error::ok) wake_driver();
}

// Without a reason: it tries, and waits again.
void Http2Connection::wake_driver() noexcept {
    if (suspended_on_ != nullptr) suspended_on_->resume(*driver_, coro::Wake::resumed);
}

// Only reading is marked as in use: begin() of the other side would make TLS forget what it has taken of out_.
Error Http2Connection::wait_for_socket(coro::FdWaits& waits, bool writes, coro::Deadline until) noexcept {
    if (socket_.in_use(Side::read)) return Error::busy;
    socket_.begin(Side::read, waits.scheduler().current());
    suspended_on_ = &waits.scheduler();
    const Error error = writes ? socket_.wait_for_either(waits, until) : socket_.wait(&waits, Side::read, until);
    suspended_on_ = nullptr;
    socket_.end(Side::read);
    drained_ = false;
    return error == Error::canceled_io && !is_open() ? error_ : error;
}

Error Http2Connection::let_others_run(coro::FdWaits& waits) noexcept {
    reads_ = 0;
    return waits.scheduler().give_way() == coro::Wake::canceled ? Error::coroutine_canceled : Error::ok;
}

Error Http2Connection::drive_once(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept {
    const Error sent = flush();
    if (sent != Error::ok && sent != Error::would_block) return sent;
    const bool writes = sent == Error::would_block;
    if (has_room_) return Error::ok;  // a writer may not have to wait any more
    if (!drained_ && may_read()) {
        if (++reads_ > kReadsInRow) return let_others_run(waits);
        const Error got = read();
        if (got != Error::would_block) return got;
    }
    if (!may_read() && !writes) {
        driver_ = nullptr;  // the next receiver drives
        return wait_for_driver(waits, queue, until);
    }
    return wait_for_socket(waits, writes, until);
}

Error Http2Connection::wait_for_driver(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept {
    switch (queue.wait(waits.scheduler(), coro::Wait::event, until)) {
        case coro::Wake::timed_out: return Error::timed_out;
        case coro::Wake::canceled: return Error::coroutine_canceled;
        case coro::Wake::resumed: break;
    }
    return Error::ok;
}

// Woken coroutines run within the call. If one of them still has to wait, it does, since there is a driver.
void Http2Connection::notify(coro::Scheduler& scheduler) noexcept {
    notify_receivers(scheduler);
    if (!is_over() && !has_room_) return;
    has_room_ = false;
    for (size_t left = writers_.size(); left > 0; --left) (void)writers_.wake_one(scheduler);
}

// A driver that runs looks itself.
void Http2Connection::wake_receiver(coro::Scheduler& scheduler, coro::Coroutine& receiver) noexcept {
    if (&receiver == driver_) return wake_driver();
    scheduler.resume(receiver, coro::Wake::resumed);
}

void Http2Connection::notify_receivers(coro::Scheduler& scheduler) noexcept {
    while (Http2Stream* stream = awaited_.pop_front()) {
        list(*stream);
        if (stream->receiver() != nullptr) wake_receiver(scheduler, *stream->receiver());
    }
    const bool has_response = receiver_ != nullptr && next_response(receives_pieces_) != nullptr;
    const size_t woken = is_over() ? receivers_.size() : has_response ? 1 : 0;
    for (size_t left = woken; left > 0; --left) (void)receivers_.wake_one(scheduler);
}

Error Http2Connection::drive(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept {
    coro::Coroutine* self = waits.scheduler().current();
    driver_ = self;
    const Error error = drive_once(waits, queue, until);
    notify(waits.scheduler());
    if (driver_ == self) driver_ = nullptr;
    return error;
}

// The driver leaves: the next coroutine that waits becomes the driver.
void Http2Connection::hand_over(coro::Scheduler& scheduler) noexcept {
    if (driver_ != nullptr) return;
    if (!receivers_.wake_one(scheduler)) (void)writers_.wake_one(scheduler);
}

Error Http2Connection::wait_once(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept {
    if (!is_open()) return error_;
    return driver_ == nullptr ? drive(waits, queue, until) : wait_for_driver(waits, queue, until);
}

// What was received for the session to answer is sent at the end of the turn.
void Http2Connection::end_wait(coro::FdWaits& waits) noexcept {
    if (is_open() && session_.wants_to_send()) (void)send_soon(waits);
    hand_over(waits.scheduler());
}

}  // namespace tern::client
