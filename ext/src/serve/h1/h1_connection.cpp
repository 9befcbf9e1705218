#include "serve/h1/h1_connection.h"

#include <sys/socket.h>

#include "serve/port.h"

namespace tern::serve {

namespace {
constexpr const char* kSilentBody =
    "the request body paused longer than http_body_timeout, or came slower than http_body_min_rate";
}  // namespace

H1Connection::H1Connection(Port& port, net::Stream stream, const Passport& passport) noexcept
    : Connection(port, std::move(stream), passport),
      timer_([](void* self) { static_cast<H1Connection*>(self)->on_timer(); }, this),
      go_on_([](void* self) { static_cast<H1Connection*>(self)->on_events(0); }, this),
      may_be_http2_(port.speaks_http2()),
      parser_(port.limits().head) {}

H1Connection::~H1Connection() { release_block(); }

Error H1Connection::open(Bytes unread, int64_t patience_ms) noexcept {
    if (Error error = take_up(unread, block_); error != Error::ok) return error;
    readable_ = stream_.holds_input();
    if (readable_ || !unread.empty()) context_.loop.defer(go_on_);
    set_deadline(input_deadline_ms_, patience_ms);
    return Error::ok;
}

void H1Connection::on_events(loop::Events events) {
    if (phase_ == Phase::closed) return;
    bool broken = (events & loop::kBroken) != 0;
    if (broken || (events & loop::kPeerClosed)) fin_seen_ = true;
    if (fin_seen_ || (events & loop::kReadable)) readable_ = true;
    if (events & loop::kWritable) stalled_ = false;
    stream_.cork();
    advance();
    stream_.uncork();
    // What had arrived whole has been handed over; nobody is there to take an answer.
    if (broken) lose();
    if (fin_seen_ && phase_ == Phase::handling) on_peer_closed();
    // As a rule the answer has left already, and nothing follows from that.
    const bool settled = phase_ <= Phase::head && stream_.drained() && !port_.leaving();
    if (!settled) settle();
}

// One timer for two deadlines. It runs behind them, since they move with every request: they are looked at only when it
// fires.
void H1Connection::set_deadline(int64_t& deadline_ms, int64_t delay_ms) noexcept {
    deadline_ms = context_.loop.now_ms() + delay_ms;
    if (timer_.pending() && timer_.expires_ms() <= deadline_ms) return;
    context_.loop.start_timer(timer_, delay_ms);
}

int64_t H1Connection::next_deadline_ms() const noexcept {
    return input_deadline_ms_ < send_deadline_ms_ ? input_deadline_ms_ : send_deadline_ms_;
}

void H1Connection::on_timer() noexcept {
    int64_t now_ms = context_.loop.now_ms();
    if (send_deadline_ms_ <= now_ms) {
        log_stalled_client();
        lose();
        return;
    }
    if (input_deadline_ms_ <= now_ms) on_silence();
    if (phase_ == Phase::closed || next_deadline_ms() == kNever || timer_.pending()) return;
    context_.loop.start_timer(timer_, next_deadline_ms() - now_ms);
}

void H1Connection::on_silence() noexcept {
    input_deadline_ms_ = kNever;
    switch (phase_) {
        case Phase::head: reject(408, "the request head took longer than http_header_timeout"); break;
        case Phase::body: reject(408, kSilentBody); break;
        case Phase::streaming: fail_body(408, kSilentBody); break;
        case Phase::draining: begin_close(true); break;
        case Phase::idle:
            // Who still takes an answer is not idle; its patience starts when it has all of it.
            if (stream_.drained()) begin_close(false);
            break;
        case Phase::lingering: close_now(); break;
        default: return;
    }
    settle();
}

void H1Connection::begin_close(bool linger) noexcept {
    phase_ = Phase::closing;
    linger_ = linger;
    input_deadline_ms_ = kNever;
}

// The client is gone or will not take what we send: nothing can be saved.
void H1Connection::lose() noexcept {
    if (phase_ == Phase::closed) return;
    if (exchange_ != nullptr) drop_exchange(AnswerState::lost);
    if (framing_ == http::Framing::close) stream_.reset_when_closed();
    close_now();
}

void H1Connection::close() noexcept {
    if (phase_ == Phase::closed) return;
    if (exchange_ != nullptr) drop_exchange(AnswerState::lost);
    if (phase_ == Phase::closed) return;
    begin_close(false);
    if (!stream_.corked()) settle();
}

// Its next answer says that it is the last. Who does not ask soon is idle.
void H1Connection::wind_down() noexcept {
    if (phase_ == Phase::idle && input_deadline_ms_ > context_.loop.now_ms() + kWindDownMs) {
        set_deadline(input_deadline_ms_, kWindDownMs);
    }
}

// A client that connected just now would lose a request, and so would one that has sent some of it.
void H1Connection::part() noexcept {
    char first;
    const bool asks = phase_ == Phase::head || ::recv(fd(), &first, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    asks || (requests_ == 0 && is_new()) ? wind_down() : close();
}

void H1Connection::give_up() noexcept {
    if (phase_ == Phase::closed) return;
    if (exchange_ != nullptr && exchange_->responder() == this && exchange_->state() == AnswerState::none) {
        http::ResponseHead head;
        head.status = 503;
        head.keep_alive = false;
        write_head(head, http::Framing::length);
        (void)let_go(AnswerState::complete);
    }
    stream_.uncork();
    (void)stream_.flush();  // what the kernel does not take now is lost with this process
    count_sent();
    cut();
}

void H1Connection::on_detach() noexcept {
    if (exchange_ != nullptr) (void)let_go(AnswerState::lost);
    timer_.stop();
    go_on_.withdraw();
    release_block();
    phase_ = Phase::closed;
}

void H1Connection::release_block() noexcept {
    if (block_ != nullptr) net::BlockPool::release(*std::exchange(block_, nullptr));
    start_ = 0;
}

}  // namespace tern::serve
