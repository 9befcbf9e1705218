#include "serve/h2/h2_connection.h"

#include <algorithm>

#include "serve/port.h"

namespace tern::serve {

static_assert(http::h2::kFloodKinds == shm::kHttp2FloodKinds);

H2Connection::H2Connection(Port& port, net::Stream stream, const Passport& passport) noexcept
    : Connection(port, std::move(stream), passport),
      session_(port.http2(), *this),
      timer_([](void* self) { static_cast<H2Connection*>(self)->on_timer(); }, this),
      go_on_([](void* self) { static_cast<H2Connection*>(self)->on_events(0); }, this) {}

H2Connection::~H2Connection() {
    while (StreamHook* one = retired_.pop_front()) delete &stream_of(*one);
}

Error H2Connection::open(Bytes unread, int64_t patience_ms) noexcept {
    if (Error error = watch(); error != Error::ok) return error;
    readable_ = stream_.holds_input();
    stream_.uncork();  // a former owner may be in the middle of its turn
    unread_ = unread;
    input_deadline_ms_ = now_ms() + patience_ms;
    watch_time(input_deadline_ms_);
    context_.loop.defer(go_on_);
    return Error::ok;
}

void H2Connection::on_events(loop::Events events) {
    if (phase_ == Phase::closed) return;
    const bool broken = (events & loop::kBroken) != 0;
    if (broken || (events & loop::kPeerClosed) != 0) fin_seen_ = true;
    if (fin_seen_ || (events & loop::kReadable) != 0) readable_ = true;
    if (events & loop::kWritable) stalled_ = false;
    advance();
    broken_ = broken_ || broken;
    settle();
    // What had arrived whole has been handled; there is no half of this protocol.
    if (eof_) lose();
    // What was not read because too much waited to be sent: the kernel does not tell of it again.
    if (phase_ == Phase::open && readable_ && !session_.is_clogged() && !go_on_.pending()) context_.loop.defer(go_on_);
    while (StreamHook* one = retired_.pop_front()) delete &stream_of(*one);
}

void H2Connection::close() noexcept {
    if (phase_ != Phase::open) return;
    lose_streams();
    if (phase_ != Phase::open) return;
    session_.terminate(http::h2::ErrorCode::no_error);
    send_soon();
}

// First a notice that lets requests on their way arrive; the final word when the client has answered our ping.
void H2Connection::wind_down() noexcept {
    if (phase_ != Phase::open || winding_) return;
    winding_ = true;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).wind_down();
    session_.announce_shutdown();
    wind_deadline_ms_ = now_ms() + kWindDownMs;
    watch_time(wind_deadline_ms_);
    send_soon();
}

void H2Connection::end_session() noexcept {
    if (final_word_) return;
    final_word_ = true;
    wind_deadline_ms_ = kNever;
    session_.shut_down(http::h2::ErrorCode::no_error, {});
}

void H2Connection::on_ping_answer() {
    if (winding_) end_session();
}

Error H2Connection::ping() noexcept {
    session_.ping();
    send_soon();
    return Error::ok;
}

Error H2Connection::go_away(uint32_t error_code, Bytes debug_data) noexcept {
    if (debug_data.size() > http::h2::Session::kMostDebugData) return Error::data_length_too_large;
    winding_ = final_word_ = true;
    wind_deadline_ms_ = kNever;
    session_.shut_down(static_cast<http::h2::ErrorCode>(error_code), debug_data);
    send_soon();
    return Error::ok;
}

void H2Connection::give_up() noexcept {
    if (phase_ == Phase::closed) return;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).give_up();
    session_.shut_down(http::h2::ErrorCode::no_error, {});
    while (fill() && stream_.flush() == Error::ok) {}  // what the kernel does not take now is lost with this process
    count_sent();
    cut();
}

// By copy of the list: a handler that is told may do anything.
void H2Connection::lose_streams() noexcept {
    std::vector<H2Stream*> all;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) all.push_back(&stream_of(*one));
    for (H2Stream* stream : all) stream->lose();
}

void H2Connection::lose() noexcept {
    if (phase_ == Phase::closed) return;
    lose_streams();
    close_now();
}

void H2Connection::on_detach() noexcept {
    phase_ = Phase::closed;
    while (StreamHook* one = streams_.front()) {
        stream_of(*one).let_go();
        retire(stream_of(*one));
    }
    timer_.stop();
    go_on_.withdraw();
    if (heads_ != nullptr) net::BlockPool::release(*std::exchange(heads_, nullptr));
}

void H2Connection::retire(H2Stream& stream) noexcept {
    static_cast<NewsHook&>(stream).unlink();
    static_cast<StreamHook&>(stream).unlink();
    retired_.push_back(stream);
    send_soon();
}

void H2Connection::send_soon() noexcept {
    settle_again_ = true;
    if (phase_ == Phase::closed || advancing_ || settling_ || go_on_.pending()) return;
    context_.loop.defer(go_on_);
}

// For clients that wait for each piece. What follows from it waits: a handler is on the stack.
void H2Connection::send_now() noexcept {
    if (phase_ != Phase::open) return;
    send_frames();
    send_soon();
}

// --- Time

void H2Connection::watch_time(int64_t deadline_ms) noexcept {
    if (deadline_ms == kNever || phase_ == Phase::closed) return;
    if (timer_.pending() && timer_.expires_ms() <= deadline_ms) return;
    context_.loop.start_timer(timer_, std::max<int64_t>(deadline_ms - now_ms(), 0));
}

// One timer for all; it runs behind them, since they move often.
void H2Connection::on_timer() noexcept {
    if (send_deadline_ms_ <= now_ms()) return lose();
    if (input_deadline_ms_ <= now_ms()) on_silence();
    if (wind_deadline_ms_ <= now_ms()) end_session();
    if (phase_ == Phase::closed) return;
    int64_t due_ms = std::min({send_deadline_ms_, input_deadline_ms_, wind_deadline_ms_});
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) {
        due_ms = std::min(due_ms, stream_of(*one).check_time(now_ms()));
    }
    watch_time(due_ms);
    send_soon();
}

void H2Connection::on_silence() noexcept {
    input_deadline_ms_ = kNever;
    if (phase_ == Phase::lingering) return close_now();
    switch (patience_) {
        case Patience::greeting: return session_.terminate(http::h2::ErrorCode::settings_timeout);
        case Patience::head: return session_.terminate(http::h2::ErrorCode::enhance_your_calm);
        default: end_session();
    }
}

// How long the client may be silent depends on what it owes us.
void H2Connection::update_patience() noexcept {
    if (phase_ != Phase::open) return;
    Patience patience = Patience::none;
    if (!session_.has_greeted()) {
        patience = Patience::greeting;
    } else if (session_.in_head()) {
        patience = Patience::head;
    } else if (streams_.empty() && stream_.drained()) {
        patience = Patience::idle;
    }
    if (patience == patience_) return;
    patience_ = patience;
    const Limits& limits = port_.limits();
    const int64_t allowed_ms = patience == Patience::idle ? limits.keep_alive_timeout_ms : limits.header_timeout_ms;
    input_deadline_ms_ = patience == Patience::none ? kNever : now_ms() + allowed_ms;
    watch_time(input_deadline_ms_);
}

}  // namespace tern::serve
