#include "serve/h2/h2_stream.h"

#include <algorithm>

#include "serve/h2/h2_connection.h"

namespace tern::serve {

H2Stream::H2Stream(H2Connection& connection, int32_t id, Exchange& exchange) noexcept
    : connection_(connection),
      exchange_(&exchange),
      output_(connection.account()),
      body_(*this),
      answer_(connection, *this),
      id_(id) {}

http::h2::Session& H2Stream::session() noexcept { return connection_.session_; }

ConnectionHost& H2Stream::host() noexcept { return connection_.host_; }

void H2Stream::note_news() noexcept { connection_.on_news(*this); }

void H2Stream::send_soon() noexcept { connection_.send_soon(); }

void H2Stream::send_now() noexcept { connection_.send_now(); }

void H2Stream::watch_time(int64_t deadline_ms) noexcept { connection_.watch_time(deadline_ms); }

// --- The request

void H2Stream::accept_websocket() noexcept {
    websocket_ = std::make_unique<H2WebSocket>(static_cast<H2StreamLink&>(*this), output_);
    make_ready();
}

void H2Stream::make_ready() noexcept {
    request_ = Request::ready;
    note_news();
}

void H2Stream::refuse(int status, const char* reason) noexcept {
    if (refusal_status_ != 0) return;
    refusal_status_ = status;
    refusal_ = reason;
    request_ = Request::refused;
    body_.stop();
    note_news();
}

void H2Stream::deliver() noexcept {
    if (closed_ && exchange_ != nullptr) abort_exchange();
    if (exchange_ != nullptr && request_ == Request::refused) {
        fail(refusal_status_, refusal_);
    } else if (exchange_ != nullptr && request_ == Request::ready) {
        dispatch();
    }
    if (is_websocket()) closed_ ? websocket_->abort_because("the stream was reset") : websocket_->serve();
    if (body_.has_news() && request_ != Request::ready) body_.notify();
    if (answer_.is_waited_on() && answer_.has_room()) notify_of_room();
    if (done()) connection_.release(*this);
}

// The request waits while the client does not receive enough of its other answers.
void H2Stream::dispatch() noexcept {
    if (connection_.account().is_full()) return connection_.wait_for_drain();
    request_ = Request::dispatched;
    connection_.dispatch(*exchange_, answer_);
}

// A handler that has the request already is notified as if the client had left. The client gets the reason.
void H2Stream::fail(int status, const char* reason) noexcept {
    connection_.log_rejection(status, reason);
    exchange_->body.break_off(status);
    if (exchange_->state() == AnswerState::none) {
        answer_.write_refusal(status);
    } else {
        session().reset(id_, http::h2::ErrorCode::internal_error);
    }
    send_soon();
    abort_exchange();
}

void H2Stream::note_room() noexcept {
    const bool waits = exchange_ != nullptr && request_ == Request::ready;
    if (!answer_.is_waited_on() && !waits) return;
    if (waits ? !connection_.account().is_full() : answer_.has_room()) {
        note_news();
    } else {
        connection_.wait_for_drain();
    }
}

void H2Stream::notify_of_room() noexcept {
    answer_.forget_waiter();
    if (exchange_ == nullptr) return;
    Exchange& exchange = *exchange_;
    exchange.retain();
    host().handler().on_drained(exchange);
    exchange.release();
}

// A client that receives nothing although it could has gone. A stream that waits for others to be sent does not count.
int64_t H2Stream::check_time(int64_t now_ms) noexcept {
    int64_t due_ms = kNever;
    const int64_t send_timeout_ms = host().limits().send_timeout_ms;
    if (send_timeout_ms > 0 && output_.queued() > 0) {
        if (!session().is_blocked(id_)) output_.note_progress(now_ms);
        due_ms = output_.moved_at_ms() + send_timeout_ms;
        if (due_ms <= now_ms) {
            session().reset(id_, http::h2::ErrorCode::cancel);
            due_ms = kNever;
        }
    }
    if (body_.deadline_ms() <= now_ms) refuse(408, kSilentBody);
    return std::min(due_ms, body_.deadline_ms());
}

// --- The end

// True: a handler has seen the exchange.
bool H2Stream::release_exchange(AnswerState state) noexcept {
    Exchange& exchange = *std::exchange(exchange_, nullptr);
    request_ = Request::answered;
    body_.reset();
    answer_.forget_waiter();
    if (closed_) note_news();  // the stream can be freed
    return connection_.end_exchange(exchange, state);
}

void H2Stream::abort_exchange() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    if (release_exchange(AnswerState::lost)) host().handler().on_client_gone(exchange);
    exchange.release();
}

void H2Stream::reset(http::h2::ErrorCode code) noexcept {
    session().reset(id_, code);
    abort_exchange();
    send_now();
}

void H2Stream::abort() noexcept {
    if (websocket_ != nullptr) websocket_->abort_because("the connection ended");
    if (exchange_ != nullptr) abort_exchange();
}

void H2Stream::drain() noexcept {
    if (websocket_ != nullptr) websocket_->drain();
}

void H2Stream::terminate() noexcept {
    if (websocket_ != nullptr) websocket_->terminate();
    const bool waits_for_answer = exchange_ != nullptr && exchange_->responder() == &answer_;
    if (!waits_for_answer || exchange_->state() != AnswerState::none) return;
    answer_.write_unavailable();
    (void)release_exchange(AnswerState::complete);
}

void H2Stream::detach() noexcept {
    if (websocket_ != nullptr) websocket_->detach();
    output_.drop();
    if (exchange_ != nullptr) (void)release_exchange(AnswerState::lost);
}

// --- Events of the session

void H2Stream::on_data(Bytes data) {
    if (websocket_ == nullptr) return body_.on_data(data);
    websocket_->on_data(data);
    note_news();
}

void H2Stream::on_end() {
    if (websocket_ == nullptr) return body_.on_end();
    websocket_->on_end();
    note_news();
}

void H2Stream::on_put(Buffer& out, size_t count) {
    if (websocket_ != nullptr) note_news();
    if (!output_.put(out, count, connection_.now_ms())) session().reset(id_, http::h2::ErrorCode::internal_error);
}

void H2Stream::on_trailers() {
    std::vector<http::Field> fields;
    fields.reserve(output_.trailers().size());
    for (const auto& [name, value] : output_.trailers()) fields.push_back({name, value});
    session().send_trailers(id_, fields.data(), fields.size());
}

void H2Stream::on_unsendable() {
    connection_.log_rejection(500, "the fields of the response are too large for HTTP/2");
    session().reset(id_, http::h2::ErrorCode::internal_error);
}

void H2Stream::on_closed(http::h2::ErrorCode) {
    closed_ = true;
    output_.clear();
    note_news();
}

}  // namespace tern::serve
