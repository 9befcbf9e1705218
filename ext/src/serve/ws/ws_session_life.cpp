// The end of a WsSession, and its deadlines.
#include <algorithm>

#include "serve/ws/ws_session.h"

namespace tern::serve {

void WsSession::set_status(uint8_t status) noexcept {
    shm::SessionSlot* slot = context_.sessions.find(id_, context_.generation);
    if (slot != nullptr) slot->websocket_status.store(status, std::memory_order_relaxed);
}

void WsSession::detach() noexcept {
    if (state_ == State::ended) return;
    state_ = State::ended;
    context_.input.release(*this);
    timer_.stop();
    context_.websockets.remove(id_);
    context_.counters.websocket_num.decrement();
    writer_.release();
}

void WsSession::end(uint16_t code, Bytes reason, bool clean) noexcept {
    if (state_ == State::ended) return;
    detach();
    handler_.on_closed(*this, code, reason, clean);
}

void WsSession::finish(uint16_t code, Bytes reason, bool clean) noexcept {
    end(code, reason, clean);
    transport_.close_transport();
}

void WsSession::close_at_once(uint16_t code, Bytes reason) noexcept {
    if (state_ == State::open) send_close(code, reason);
    end(code, reason, false);
}

void WsSession::terminate() noexcept {
    if (state_ == State::open) send_close(leave_code(), {});
    detach();
}

void WsSession::on_lost(const char* why) noexcept {
    close_received_ ? end(close_code_, {}, false) : end(http::ws::kAbnormal, why, false);
}

void WsSession::on_sent() noexcept {
    if (state_ != State::open || !refused_ || transport_.queued() > options_.drained_bytes) return;
    refused_ = false;
    handler_.on_drained(*this);
}

// The client can connect to the new server at once.
uint16_t WsSession::leave_code() const noexcept {
    return context_.upgrade_stay_ms > 0 ? http::ws::kServiceRestart : http::ws::kGoingAway;
}

void WsSession::drain() noexcept {
    if (state_ != State::open || leave_at_ms_ != kNever) return;
    const int64_t delay_ms = std::max(options_.drain_delay_ms, context_.upgrade_stay_ms);
    leave_at_ms_ = context_.loop.now_ms() + delay_ms;
    delay_ms > 0 ? schedule() : on_timer();
}

int64_t WsSession::next_deadline_ms() const noexcept {
    int64_t next_ms = std::min(close_until_ms_, leave_at_ms_);
    if (state_ != State::open) return next_ms;
    if (options_.idle_timeout_ms > 0) next_ms = std::min(next_ms, message_at_ms_ + options_.idle_timeout_ms);
    if (pong_until_ms_ != kNever) return std::min(next_ms, pong_until_ms_);
    if (options_.ping_interval_ms > 0) next_ms = std::min(next_ms, received_at_ms_ + options_.ping_interval_ms);
    return next_ms;
}

// Deadlines move with every message, so the timer fires early and checks them then.
void WsSession::schedule() noexcept {
    const int64_t next_ms = next_deadline_ms();
    if (next_ms == kNever || (timer_.pending() && timer_.expires_ms() <= next_ms)) return;
    context_.loop.start_timer(timer_, next_ms - context_.loop.now_ms());
}

void WsSession::on_timer() noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (close_until_ms_ <= now_ms) {
        if (close_received_) return answer_close(close_code_, {});
        return finish(http::ws::kAbnormal, "the closing handshake timed out", false);
    }
    if (leave_at_ms_ <= now_ms) {
        leave_at_ms_ = kNever;
        (void)close(leave_code(), "the server restarts");
    } else if (options_.idle_timeout_ms > 0 && message_at_ms_ + options_.idle_timeout_ms <= now_ms) {
        (void)close(http::ws::kGoingAway, "idle");
    } else {
        on_silence(now_ms);
    }
    if (state_ != State::ended) schedule();
}

// A client whose input is paused, or with unsent output, cannot answer in time.
void WsSession::on_silence(int64_t now_ms) noexcept {
    if (state_ != State::open || options_.ping_interval_ms == 0) return;
    if (paused() || transport_.queued() > 0) {
        received_at_ms_ = now_ms;
        pong_until_ms_ = kNever;
    } else if (pong_until_ms_ <= now_ms) {
        on_lost("no pong came");
        transport_.abort_transport();
    } else if (pong_until_ms_ == kNever && received_at_ms_ + options_.ping_interval_ms <= now_ms) {
        pong_until_ms_ = now_ms + options_.pong_timeout_ms;
        send_control(http::ws::Opcode::ping, {});
    }
}

}  // namespace tern::serve
