#include "serve/h2/h2_stream.h"

#include <algorithm>

#include "protocol/http/head.h"
#include "serve/h2/h2_connection.h"
#include "serve/refusal.h"

namespace tern::serve {

H2Stream::H2Stream(H2Connection& connection, int32_t id, Exchange& exchange) noexcept
    : connection_(connection),
      exchange_(&exchange),
      output_(connection.account()),
      body_({connection.host(), connection.session(), id}),
      id_(id) {}

H2Stream& H2Stream::make(H2Connection& connection, int32_t id, Exchange& exchange) noexcept {
    void* memory = http::h2::PooledMemory::take_from(connection.pool(), sizeof(H2Stream));
    TERN_CHECK(memory != nullptr);
    return *new (memory) H2Stream(connection, id, exchange);
}

void H2Stream::destroy(H2Stream& stream) noexcept {
    http::h2::PooledMemory* pool = stream.connection_.pool();
    stream.~H2Stream();
    http::h2::PooledMemory::give_back_to(pool, &stream);
}

http::h2::Session& H2Stream::session() noexcept { return connection_.session(); }

ConnectionHost& H2Stream::host() noexcept { return connection_.host(); }

void H2Stream::note_news() noexcept { connection_.on_news(*this); }

void H2Stream::send_soon() noexcept { connection_.send_soon(); }

void H2Stream::send_now() noexcept { connection_.send_now(); }

// --- The request

void H2Stream::accept_websocket() noexcept {
    websocket_ = std::make_unique<H2WebSocket>(*this, output_);
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

// Acts on what the body has found.
void H2Stream::after_body() noexcept {
    if (body_.failure().status != 0) refuse(body_.failure().status, body_.failure().reason);
    if (body_.take_ready()) make_ready();
    if (body_.has_news()) note_news();
    connection_.watch_time(body_.deadline_ms());
}

void H2Stream::deliver() noexcept {
    if (closed_ && exchange_ != nullptr) abort_exchange();
    if (exchange_ != nullptr && request_ == Request::refused) {
        fail(refusal_status_, refusal_);
    } else if (exchange_ != nullptr && request_ == Request::ready) {
        dispatch();
    }
    if (is_websocket()) closed_ ? websocket_->abort_because("the stream was reset") : websocket_->serve();
    if (body_.has_news() && request_ != Request::ready) body_.notify(exchange_);
    if (waited_on_ && has_room()) notify_of_room();
    if (done()) connection_.release(*this);
}

// The request waits while the client does not receive enough of its other responses.
void H2Stream::dispatch() noexcept {
    if (connection_.account().is_full()) return connection_.wait_for_drain();
    request_ = Request::dispatched;
    host().requests().dispatch(*exchange_, *this);
}

// A handler that has the request already is notified as if the client had left. The client gets the reason.
void H2Stream::fail(int status, const char* reason) noexcept {
    host().requests().log_rejection(connection_.info(), status, reason);
    exchange_->body.break_off(status);
    if (exchange_->state() == ResponseState::none) {
        write_refusal(status);
    } else {
        session().reset(id_, http::h2::ErrorCode::internal_error);
    }
    send_soon();
    abort_exchange();
}

void H2Stream::note_room() noexcept {
    const bool waits = exchange_ != nullptr && request_ == Request::ready;
    if (!waited_on_ && !waits) return;
    if (waits ? !connection_.account().is_full() : has_room()) {
        note_news();
    } else {
        connection_.wait_for_drain();
    }
}

void H2Stream::notify_of_room() noexcept {
    waited_on_ = false;
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

// --- The response

// True: a body follows.
bool H2Stream::write_head(http::ResponseHead& head, bool whole) noexcept {
    head.version = http::Version::http2;
    const bool is_head_request = exchange_->is_head_request();
    has_content_ = http::frame(head, is_head_request, whole ? http::Framing::length : http::Framing::chunked);
    const bool ends = !has_content_ || (whole && head.content_length == 0);
    submit_head(head, ends);
    output_.note_progress(connection_.now_ms());
    return !ends;
}

void H2Stream::submit_head(const http::ResponseHead& head, bool ends) noexcept {
    host().requests().note_response(*exchange_, head);
    const http::h2::OwnFields own{connection_.context().date(), host().requests().server_name()};
    session().respond(id_, head, own, ends);
}

void H2Stream::write_refusal(int status) noexcept {
    const Refusal refusal(status);
    http::ResponseHead head = refusal.head();
    exchange_->facts.body_bytes = refusal.body().size();
    if (!write_head(head, true)) return;
    push({Slice(refusal.body()), {}, 0, 0});
    output_.finish();
}

Error H2Stream::inform(Exchange& exchange, const http::ResponseHead& head) {
    check(exchange);
    TERN_CHECK(exchange.state() == ResponseState::none);
    if (connection_.output_full()) return Error::output_buffer_overflow;
    session().inform(id_, head);
    send_now();
    return exchange_ == nullptr ? Error::session_closed_by_client : Error::ok;
}

// --- The body of the response

// A writer to a stream that is gone learns of it later.
void H2Stream::push(BodyPart&& part) noexcept {
    if (!closed_) output_.push(std::move(part), connection_.now_ms());
}

Error H2Stream::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    BodyPart part{std::move(body), {}, 0, 0};
    head.content_length = part.bytes.size();
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error H2Stream::respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) {
    check(exchange);
    if (closed_ || connection_.account().dropped()) return drop_unsendable();
    if (write_head(head, true)) {
        for (BodyPart& part : parts) {
            exchange.facts.body_bytes += part.file.open() ? part.length : part.bytes.size();
            push(std::move(part));
        }
    }
    complete();
    return Error::ok;
}

Error H2Stream::start(Exchange& exchange, http::ResponseHead& head) {
    check(exchange);
    if (closed_) return drop_unsendable();
    (void)write_head(head, false);
    exchange.begin_pieces();
    send_soon();
    return Error::ok;
}

Error H2Stream::write(Exchange& exchange, Slice piece) {
    check(exchange);
    if (is_gone()) return drop_unsendable();
    if (has_content_ && !piece.empty()) {
        exchange.facts.body_bytes += piece.size();
        push({std::move(piece), {}, 0, 0});
        session().resume(id_);
    }
    send_now();
    if (exchange_ != &exchange) return Error::session_closed_by_client;
    if (must_wait()) {
        waited_on_ = true;
        connection_.wait_for_drain();
    }
    return Error::ok;
}

Error H2Stream::finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) {
    check(exchange);
    if (is_gone()) return drop_unsendable();
    for (size_t i = 0; has_content_ && i < trailer_count; ++i) {
        output_.add_trailer(trailers[i].name, trailers[i].value);
    }
    complete();
    return Error::ok;
}

// The response is queued whole.
void H2Stream::complete() noexcept {
    output_.finish();
    Exchange& exchange = *exchange_;
    if (exchange.state() == ResponseState::streaming) session().resume(id_);
    exchange.retain();
    const bool awaited = body_.streams();
    const bool handled = release_exchange(ResponseState::complete);
    connection_.send_response();
    if (awaited && handled) host().handler().on_body(exchange);  // a coroutine may still wait for the body
    exchange.release();
}

// The next call of the handler reports that the client has gone.
Error H2Stream::drop_unsendable() noexcept {
    abort_exchange();
    return Error::session_closed_by_client;
}

// --- Bodies of requests, waits, and upgrades

void H2Stream::read_on(Exchange& exchange) {
    check(exchange);
    if (!body_.read_on(exchange)) return;
    after_body();
    send_soon();
}

void H2Stream::gather_body(Exchange& exchange) {
    check(exchange);
    const BodyStep step = body_.gather();
    if (step.state != BodyStep::State::failed) return read_on(exchange);
    fail(step.status, step.reason);
    send_soon();
}

void H2Stream::abort(Exchange& exchange) {
    connection_.context().counters.abort_count.increment();
    check(exchange);
    reset(http::h2::ErrorCode::internal_error);
}

Result<WsSession*> H2Stream::upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) {
    check(exchange);
    if (websocket_ == nullptr) return Error::operation_not_supported;
    Context& context = connection_.context();
    const Result<int64_t> id =
        context.sessions.allocate(context.generation, context.worker_id, connection_.info().origin);
    if (!id.ok()) {
        http::ResponseHead busy = unavailable();
        (void)respond(exchange, busy, Slice());
        return id.error();
    }
    head.framing = http::Framing::none;
    head.version = http::Version::http2;
    submit_head(head, false);
    WsSession& session = websocket_->begin(id.value(), start);
    (void)release_exchange(ResponseState::complete);
    websocket_->read_on();
    return &session;
}

bool H2Stream::is_gone() const noexcept { return closed_ || exchange_ == nullptr || connection_.is_lost(); }

uint64_t H2Stream::queued() const { return output_.queued(); }

bool H2Stream::must_wait() const {
    const uint64_t most = connection_.limits().high_watermark;
    return queued() > 0 && (queued() > most || connection_.account().queued() > most);
}

bool H2Stream::has_room() const noexcept {
    const Limits& limits = connection_.limits();
    if (queued() == 0) return true;
    return queued() <= limits.low_watermark && connection_.account().queued() <= limits.high_watermark;
}

Error H2Stream::wait_for_room(Exchange& exchange) {
    check(exchange);
    const Error error = connection_.wait_for_room(*this);
    if (error == Error::timed_out) {
        host().requests().log_stalled_client(connection_.info());
        reset(http::h2::ErrorCode::cancel);
    }
    return error;
}

// --- The end

// True: a handler has seen the exchange.
bool H2Stream::release_exchange(ResponseState state) noexcept {
    Exchange& exchange = *std::exchange(exchange_, nullptr);
    request_ = Request::complete;
    body_.reset();
    waited_on_ = false;
    if (closed_) note_news();  // the stream can be freed
    return host().requests().end(exchange, state, connection_);
}

void H2Stream::abort_exchange() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    if (release_exchange(ResponseState::lost)) host().handler().on_client_gone(exchange);
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
    const bool waits_for_response = exchange_ != nullptr && exchange_->responder() == this;
    if (!waits_for_response || exchange_->state() != ResponseState::none) return;
    http::ResponseHead head = unavailable();
    (void)write_head(head, true);
    (void)release_exchange(ResponseState::complete);
}

void H2Stream::detach() noexcept {
    if (websocket_ != nullptr) websocket_->detach();
    output_.drop();
    if (exchange_ != nullptr) (void)release_exchange(ResponseState::lost);
}

// --- Events of the session

void H2Stream::on_data(Bytes data) {
    if (websocket_ != nullptr) {
        websocket_->on_data(data);
        note_news();
    } else if (exchange_ != nullptr) {
        body_.on_data(*exchange_, data);
        after_body();
    }
}

void H2Stream::on_end() {
    if (websocket_ != nullptr) {
        websocket_->on_end();
        note_news();
    } else if (exchange_ != nullptr) {
        body_.on_end(*exchange_);
        after_body();
    }
}

bool H2Stream::on_put(Buffer& out, size_t count) {
    if (websocket_ != nullptr) note_news();
    return output_.put(out, count, connection_.now_ms());
}

void H2Stream::on_trailers() {
    std::vector<http::Field> fields;
    fields.reserve(output_.trailers().size());
    for (const auto& [name, value] : output_.trailers()) fields.push_back({name, value});
    session().send_trailers(id_, fields.data(), fields.size());
}

void H2Stream::on_unsendable() {
    host().requests().log_rejection(connection_.info(), 500, "the fields of the response are too large for HTTP/2");
    session().reset(id_, http::h2::ErrorCode::internal_error);
}

void H2Stream::on_closed(http::h2::ErrorCode) {
    closed_ = true;
    output_.clear();
    note_news();
}

}  // namespace tern::serve
