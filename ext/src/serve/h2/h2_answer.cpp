#include "serve/h2/h2_answer.h"

#include "protocol/http/head.h"
#include "serve/h2/h2_connection.h"
#include "serve/refusal.h"

namespace tern::serve {

H2Stream& H2Answer::stream_of(const Exchange& exchange) noexcept {
    TERN_CHECK(&exchange == stream_.exchange_);
    return stream_;
}

// --- Heads

// True: a body follows.
bool H2Answer::write_head(http::ResponseHead& head, bool whole) noexcept {
    head.version = http::Version::http2;
    const bool is_head_request = stream_.exchange_->is_head_request();
    has_content_ = http::frame(head, is_head_request, whole ? http::Framing::length : http::Framing::chunked);
    const bool ends = !has_content_ || (whole && head.content_length == 0);
    submit_head(head, ends);
    stream_.output_.note_progress(connection_.now_ms());
    return !ends;
}

void H2Answer::submit_head(const http::ResponseHead& head, bool ends) noexcept {
    connection_.note_answer(*stream_.exchange_, head);
    const http::h2::OwnFields own{connection_.context_.date(), connection_.server_name()};
    stream_.session().respond(stream_.id_, head, own, ends);
}

void H2Answer::write_refusal(int status) noexcept {
    const Refusal refusal(status);
    http::ResponseHead head = refusal.head();
    stream_.exchange_->facts.body_bytes = refusal.body().size();
    if (!write_head(head, true)) return;
    push({Slice(refusal.body()), {}, 0, 0});
    stream_.output_.finish();
}

void H2Answer::write_unavailable() noexcept {
    http::ResponseHead head;
    head.status = 503;
    (void)write_head(head, true);
}

Error H2Answer::inform(Exchange& exchange, const http::ResponseHead& head) {
    H2Stream& stream = stream_of(exchange);
    TERN_CHECK(exchange.state() == AnswerState::none);
    if (connection_.output_full()) return Error::output_buffer_overflow;
    stream.session().inform(stream.id_, head);
    stream.send_now();
    return stream.exchange_ == nullptr ? Error::session_closed_by_client : Error::ok;
}

// --- Bodies

// A writer to a stream that is gone learns of it later.
void H2Answer::push(BodyPart part) noexcept {
    if (!stream_.closed_) stream_.output_.push(std::move(part), connection_.now_ms());
}

Error H2Answer::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    BodyPart part{std::move(body), {}, 0, 0};
    head.content_length = part.bytes.size();
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error H2Answer::respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) {
    BodyPart part{{}, std::move(file), offset, head.content_length};
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error H2Answer::respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) {
    if (stream_of(exchange).closed_ || connection_.account().dropped()) return drop_unsendable();
    if (write_head(head, true)) {
        for (BodyPart& part : parts) {
            exchange.facts.body_bytes += part.file.open() ? part.length : part.bytes.size();
            push(std::move(part));
        }
    }
    complete();
    return Error::ok;
}

Error H2Answer::start(Exchange& exchange, http::ResponseHead& head) {
    if (stream_of(exchange).closed_) return drop_unsendable();
    (void)write_head(head, false);
    exchange.begin_pieces();
    stream_.send_soon();
    return Error::ok;
}

Error H2Answer::write(Exchange& exchange, Slice piece) {
    H2Stream& stream = stream_of(exchange);
    if (is_gone()) return drop_unsendable();
    if (has_content_ && !piece.empty()) {
        exchange.facts.body_bytes += piece.size();
        push({std::move(piece), {}, 0, 0});
        stream.session().resume(stream.id_);
    }
    stream.send_now();
    if (stream.exchange_ != &exchange) return Error::session_closed_by_client;
    if (must_wait()) {
        waited_on_ = true;
        connection_.wait_for_drain();
    }
    return Error::ok;
}

Error H2Answer::finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) {
    H2Stream& stream = stream_of(exchange);
    if (is_gone()) return drop_unsendable();
    for (size_t i = 0; has_content_ && i < trailer_count; ++i) {
        stream.output_.add_trailer(trailers[i].name, trailers[i].value);
    }
    complete();
    return Error::ok;
}

// The answer is queued whole.
void H2Answer::complete() noexcept {
    stream_.output_.finish();
    Exchange& exchange = *stream_.exchange_;
    if (exchange.state() == AnswerState::streaming) stream_.session().resume(stream_.id_);
    exchange.retain();
    const bool awaited = stream_.body_.streams();
    const bool handled = stream_.release_exchange(AnswerState::complete);
    connection_.send_answer();
    if (awaited && handled) connection_.host_.handler().on_body(exchange);  // a coroutine may still wait for the body
    exchange.release();
}

// The next call of the handler reports that the client has gone.
Error H2Answer::drop_unsendable() noexcept {
    stream_.abort_exchange();
    return Error::session_closed_by_client;
}

// --- The rest

void H2Answer::read_on(Exchange& exchange) { stream_of(exchange).body_.read_on(exchange); }

void H2Answer::gather_body(Exchange& exchange) {
    H2Stream& stream = stream_of(exchange);
    const BodyStep step = stream.body_.gather();
    if (step.state != BodyStep::State::failed) return stream.body_.read_on(exchange);
    stream.fail(step.status, step.reason);
    stream.send_soon();
}

void H2Answer::abort(Exchange& exchange) {
    connection_.context_.counters.abort_count.increment();
    stream_of(exchange).reset(http::h2::ErrorCode::internal_error);
}

Result<WsSession*> H2Answer::upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) {
    H2Stream& stream = stream_of(exchange);
    if (stream.websocket_ == nullptr) return Error::operation_not_supported;
    Context& context = connection_.context_;
    const Result<int64_t> id =
        context.sessions.allocate(context.generation, context.worker_id, connection_.info().origin);
    if (!id.ok()) {
        http::ResponseHead busy;
        busy.status = 503;
        (void)respond(exchange, busy, Slice());
        return id.error();
    }
    head.framing = http::Framing::none;
    head.version = http::Version::http2;
    submit_head(head, false);
    WsSession& session = stream.websocket_->begin(id.value(), start);
    (void)stream.release_exchange(AnswerState::complete);
    stream.websocket_->read_on();
    return &session;
}

bool H2Answer::is_gone() const noexcept {
    return stream_.closed_ || stream_.exchange_ == nullptr || connection_.is_lost();
}

uint64_t H2Answer::queued() const { return stream_.output_.queued(); }

bool H2Answer::must_wait() const {
    const uint64_t most = connection_.host_.limits().high_watermark;
    return queued() > 0 && (queued() > most || connection_.account().queued() > most);
}

bool H2Answer::has_room() const noexcept {
    const Limits& limits = connection_.host_.limits();
    if (queued() == 0) return true;
    return queued() <= limits.low_watermark && connection_.account().queued() <= limits.high_watermark;
}

Error H2Answer::wait_for_room(Exchange& exchange) {
    H2Stream& stream = stream_of(exchange);
    const Error error = connection_.wait_for_room(stream);
    if (error == Error::timed_out) {
        connection_.log_stalled_client();
        stream.reset(http::h2::ErrorCode::cancel);
    }
    return error;
}

}  // namespace tern::serve
