// The requests and responses of a connection.
#include "client/http2_connection.h"

namespace tern::client {

using http::h2::ErrorCode;

Http2Connection::Http2Connection(Socket& socket, const http::h2::ClientOptions& options) noexcept
    : socket_(socket), options_(options), session_(options, *this) {}

Http2Connection::~Http2Connection() {
    for (auto& [id, stream] : streams_) stream->unlink();
}

Http2Stream* Http2Connection::find(int32_t stream_id) const noexcept {
    const auto found = streams_.find(stream_id);
    return found == streams_.end() ? nullptr : found->second.get();
}

bool Http2Connection::exists(int32_t stream_id) const noexcept {
    const Http2Stream* stream = find(stream_id);
    return is_open() && stream != nullptr && !stream->ended();
}

// After GOAWAY the server still completes the streams that it has accepted.
bool Http2Connection::is_over() const noexcept {
    return !is_open() || (gone_away_.last_stream_id >= 0 && incomplete_ == 0);
}

Error Http2Connection::fail(Error error) noexcept {
    if (error_ != Error::ok) return error_;
    error_ = error;
    if (session_.why() != nullptr) reason_ = session_.why();
    return error_;
}

void Http2Connection::close(coro::FdWaits* waits) noexcept {
    if (is_open()) session_.go_away(ErrorCode::no_error, {});
    (void)flush();
    (void)fail(Error::canceled_io);
    if (waits == nullptr) return;
    wake_driver();
    notify(waits->scheduler());
}

// An idle connection may have been closed by the server.
Error Http2Connection::prepare(coro::FdWaits& waits, coro::Deadline until) noexcept {
    const auto has_room = [this] { return unsent_bytes_ <= kMostUnsentBytes; };
    if (!has_room()) {
        if (Error error = wait_to_write(waits, until, has_room); error != Error::ok) return error;
    }
    if (incomplete_ == 0 && driver_ == nullptr) {
        for (uint32_t n = 0; n < kReadsInRow && read() == Error::ok; ++n) {}
    }
    if (!is_open()) return error_;
    if (gone_away_.last_stream_id >= 0) return Error::client_no_connection;
    return streams_.size() < kMostStreams ? Error::ok : Error::queue_full;
}

Http2Connection::Streams::node_type Http2Connection::make_stream(const Http2Stream::Options& options) noexcept {
    if (spare_.empty()) {
        streams_.emplace(0, std::make_unique<Http2Stream>(*this));
        spare_.push_back(streams_.extract(0));
    }
    Streams::node_type node = std::move(spare_.back());
    spare_.pop_back();
    node.mapped()->reset(options);
    return node;
}

void Http2Connection::recycle(int32_t stream_id) noexcept {
    Streams::node_type node = streams_.extract(stream_id);
    if (spare_.size() < kMostSpare) spare_.push_back(std::move(node));
}

Result<int32_t> Http2Connection::send(coro::FdWaits& waits, Slice body, const Http2Stream::Options& options) noexcept {
    Streams::node_type node = make_stream(options);
    Http2Stream& stream = *node.mapped();
    const bool has_body = !body.empty() || options.stays_open;
    stream.set_body(std::move(body));
    if (!options.stays_open) stream.finish();
    const int32_t id = session_.request(fields_, has_body, stream);
    if (id < 0) return Error::http2_stream_id_too_big;
    stream.set_id(id);
    node.key() = id;
    (void)streams_.insert(std::move(node));
    last_stream_id_ = id;
    ++incomplete_;
    unsent_bytes_ += stream.unsent();
    if (Error error = send_soon(waits); error != Error::ok) return error;
    return id;
}

Error Http2Connection::write(coro::FdWaits& waits, int32_t stream_id, Bytes data, bool end,
                             coro::Deadline until) noexcept {
    const auto may_append = [this, stream_id] {
        const Http2Stream* stream = find(stream_id);
        return stream == nullptr || stream->ended() || stream->unsent() < kMostUnsentOfStream;
    };
    if (!is_open()) return error_;
    if (!may_append()) {
        if (Error error = wait_to_write(waits, until, may_append); error != Error::ok) return error;
    }
    Http2Stream* stream = find(stream_id);
    if (stream == nullptr || stream->ended()) return Error::http2_stream_not_found;
    if (stream->finished()) return Error::invalid_argument;
    stream->append(data);
    unsent_bytes_ += data.size();
    if (end) stream->finish();
    session_.resume(stream_id);
    return send_soon(waits);
}

Http2Stream* Http2Connection::next_response(bool pieces) noexcept {
    Http2Stream* stream = complete_.front();
    return stream != nullptr || !pieces ? stream : partial_.front();
}

Result<Http2Stream*> Http2Connection::receive(coro::FdWaits& waits, bool pieces, coro::Deadline until) noexcept {
    if (receiver_ != nullptr) return Error::busy;
    receiver_ = waits.scheduler().current();
    ++receiving_;
    receives_pieces_ = pieces;
    Error error = Error::ok;
    if (next_response(pieces) == nullptr) {
        error = wait_until(waits, receivers_, until,
                           [this, pieces] { return next_response(pieces) != nullptr || is_over(); });
        end_wait(waits);
    }
    receiver_ = nullptr;
    --receiving_;
    if (Http2Stream* stream = next_response(pieces); stream != nullptr) return stream;
    if (error != Error::ok) return error;
    (void)flush();
    return fail(Error::connection_reset);
}

Result<Http2Stream*> Http2Connection::receive_from(coro::FdWaits& waits, int32_t stream_id,
                                                   coro::Deadline until) noexcept {
    Http2Stream* stream = nullptr;
    const auto has_news = [&] {
        stream = find(stream_id);
        return stream == nullptr || stream->has_news() || stream->ended();
    };
    if (has_news()) return stream != nullptr ? Result<Http2Stream*>(stream) : Error::http2_stream_not_found;
    if (stream->receiver() != nullptr) return Error::busy;
    stream->set_receiver(waits.scheduler().current());
    ++receiving_;
    const Error error = wait_until(waits, receivers_, until, [&] { return has_news() || is_over(); });
    --receiving_;
    stream = find(stream_id);
    if (stream != nullptr) stream->set_receiver(nullptr);
    end_wait(waits);  // other coroutines may run
    if (has_news()) return stream != nullptr ? Result<Http2Stream*>(stream) : Error::http2_stream_not_found;
    return error != Error::ok ? error : fail(Error::connection_reset);
}

// A stream whose response was taken stays until the session has closed it, too.
void Http2Connection::take(coro::FdWaits& waits, Http2Stream& stream) noexcept {
    stream.unlink();
    if (stream.ended()) {
        ready_bytes_ -= stream.body().size();
        (void)stream.take();
        if (stream.closed()) recycle(stream.id());
        return;
    }
    const size_t used = stream.take();
    stream.decode_next();
    if (used > 0) consume(stream, used);
    if (session_.wants_to_send()) (void)send_soon(waits);
}

void Http2Connection::cancel(coro::FdWaits* waits, int32_t stream_id) noexcept {
    Http2Stream* stream = find(stream_id);
    if (stream == nullptr) return;
    coro::Coroutine* receiver = stream->receiver();
    stream->unlink();
    if (stream->ended()) {
        ready_bytes_ -= stream->body().size();
    } else {
        --incomplete_;
    }
    stream->cancel();
    (void)stream->take();
    has_room_ = true;  // a write() to this stream waits no longer
    if (stream->closed()) recycle(stream_id);
    if (waits == nullptr) return;
    if (is_open() && !later_.pending()) waits->scheduler().loop().defer(later_);
    if (receiver != nullptr) wake_receiver(waits->scheduler(), *receiver);
}

void Http2Connection::free_closed() noexcept {
    while (const Http2Stream* stream = closed_.pop_front()) recycle(stream->id());
}

Error Http2Connection::ping(coro::FdWaits& waits) noexcept {
    if (!is_open()) return error_;
    session_.ping();
    return send_out(waits);
}

Error Http2Connection::go_away(coro::FdWaits& waits, ErrorCode code, Bytes debug_data) noexcept {
    if (!is_open()) return error_;
    session_.go_away(code, debug_data);
    return send_out(waits);
}

void Http2Connection::on_stream_changed(Http2Stream& stream) noexcept {
    if (stream.ended()) {
        --incomplete_;
        ready_bytes_ += stream.body().size();
        has_room_ = true;  // a write() to this stream waits no longer
    }
    if (stream.receiver() == nullptr) return list(stream);
    awaited_.push_back(stream);
}

void Http2Connection::list(Http2Stream& stream) noexcept {
    const bool in_pieces = stream.options().in_pieces;
    if (stream.linked() && (in_pieces || !stream.ended())) return;
    (in_pieces || stream.ended() ? complete_ : partial_).push_back(stream);
}

// It is in a list, unless its response was taken.
void Http2Connection::on_stream_closed(Http2Stream& stream) noexcept {
    if (!stream.linked()) closed_.push_back(stream);
}

void Http2Connection::on_put(size_t bytes) noexcept {
    unsent_bytes_ -= bytes;
    has_room_ = true;
}

void Http2Connection::on_go_away(int32_t last_stream_id, ErrorCode code, Bytes debug_data) {
    gone_away_.last_stream_id = last_stream_id;
    gone_away_.code = code;
    gone_away_.debug_data = debug_data;
}

void Http2Connection::on_not_sent(int32_t stream_id, ErrorCode code) {
    if (Http2Stream* stream = find(stream_id); stream != nullptr) stream->close(code);
}

}  // namespace tern::client
