#include "client/http_connection.h"

#include <algorithm>

namespace tern::client {

using http::ChunkStep;
using http::DecodeStep;
using http::Framing;

namespace {

constexpr size_t kHeadBytes = 16 * 1024;  // received at once
constexpr size_t kBodyBytes = 64 * 1024;

using Side = Socket::Side;

void advance(iovec& piece, size_t* sent) noexcept {
    const size_t taken = std::min(*sent, piece.iov_len);
    piece.iov_base = static_cast<char*>(piece.iov_base) + taken;
    piece.iov_len -= taken;
    *sent -= taken;
}

Error try_send(Socket& socket, iovec (&pieces)[2]) noexcept {
    for (;;) {
        const size_t first = pieces[0].iov_len == 0 ? 1 : 0;
        const size_t count = (pieces[1].iov_len == 0 ? 1 : 2) - first;
        if (count == 0) return Error::ok;
        const Result<size_t> sent = socket.try_send_pieces(pieces + first, count);
        if (!sent.ok()) return sent.error();
        size_t left = sent.value();
        advance(pieces[0], &left);
        advance(pieces[1], &left);
    }
}

}  // namespace

HttpConnection::HttpConnection(Socket& socket, const Options& options) noexcept
    : socket_(socket),
      options_(options),
      parser_({.target_bytes = 0,
               .head_bytes = options.head_bytes,
               .fields = http::H1ResponseParser::kUsualLimits.fields}) {}

Error HttpConnection::fail(Error error, const char* why) noexcept {
    phase_ = Phase::failed;
    keep_alive_ = false;
    why_ = why;
    return error;
}

// After a timeout the program may continue to read.
Error HttpConnection::fail_unless_repeatable(Error error) noexcept {
    const bool goes_on = error == Error::timed_out || error == Error::canceled_io ||
                         error == Error::coroutine_canceled || error == Error::busy;
    return goes_on ? error : fail(error, why_);
}

Error HttpConnection::send(coro::FdWaits* waits, Bytes head, Bytes body, coro::Deadline until) noexcept {
    why_ = nullptr;
    if (phase_ != Phase::idle && !reusable()) return Error::wrong_operation;
    drop_rest();
    trailers_.clear();
    chunks_.reset();
    phase_ = Phase::idle;
    begun_ = false;
    iovec pieces[2] = {{const_cast<char*>(head.data()), head.size()}, {const_cast<char*>(body.data()), body.size()}};
    const Error error = socket_.repeat(
        waits, Side::write, [&] { return try_send(socket_, pieces); }, until);
    // The server needs some time: an attempt to read at once would find nothing.
    drained_ = socket_.tls() == nullptr && socket_.buffered().empty();
    return error;
}

Error HttpConnection::write(coro::FdWaits* waits, Bytes data, coro::Deadline until) noexcept {
    return socket_.repeat(
        waits, Side::write,
        [&] {
            while (!data.empty()) {
                const Result<size_t> sent = socket_.try_send(data);
                if (!sent.ok()) return sent.error();
                data.remove_prefix(sent.value());
            }
            return Error::ok;
        },
        until);
}

// If the socket is known to have no input, this waits before the first attempt.
template <class Attempt>
Result<size_t> HttpConnection::receive(coro::FdWaits* waits, Attempt attempt, coro::Deadline until) noexcept {
    for (;;) {
        if (std::exchange(drained_, false)) {
            const Error error = socket_.wait(waits, Side::read, until);
            if (error != Error::ok) return error;
        }
        const Result<size_t> got = attempt();
        if (got.ok() || (got.error() != Error::would_block && got.error() != Error{EINTR})) return got;
        drained_ = got.error() == Error::would_block;
    }
}

Result<size_t> HttpConnection::note_received(Result<size_t> got, size_t size) noexcept {
    if (!got.ok() || got.value() == 0) return got;
    begun_ = true;
    // Fewer bytes than asked for: the next attempt would find none.
    drained_ = got.value() < size && socket_.tls() == nullptr && socket_.buffered().empty();
    return got;
}

Result<size_t> HttpConnection::try_fill() noexcept {
    const size_t size = phase_ == Phase::body ? kBodyBytes : kHeadBytes;
    char* place = input_.extend(size);
    const Result<size_t> got = note_received(socket_.try_receive(place, size), size);
    input_.shrink(size - (got.ok() ? got.value() : 0));
    if (input_.empty()) input_.release();
    return got;
}

// Receives more input. 0: the connection has ended.
Result<size_t> HttpConnection::fill(coro::FdWaits* waits, coro::Deadline until) noexcept {
    if (used_ == input_.size()) {
        drop_rest();
    } else if (used_ > 0) {
        input_.drop_front(used_);
        used_ = 0;
    }
    return receive(
        waits, [this] { return try_fill(); }, until);
}

Result<size_t> HttpConnection::read_some(coro::FdWaits* waits, char* into, size_t size, coro::Deadline until) noexcept {
    return receive(
        waits, [&] { return note_received(socket_.try_receive(into, size), size); }, until);
}

void HttpConnection::drop_rest() noexcept {
    used_ = 0;
    input_.release();
}

void HttpConnection::release_used() noexcept {
    std::vector<http::Field>().swap(head_.fields);
    head_.field_count = 0;
    if (unread().empty() && coded_.empty()) drop_rest();
}

bool HttpConnection::is_idle() noexcept {
    char byte;
    return (phase_ == Phase::idle || reusable()) && socket_.fd() >= 0 && unread().empty() &&
           socket_.try_peek(&byte, 1).error() == Error::would_block;
}

Error HttpConnection::receive_head(coro::FdWaits* waits, http::SentRequest request, coro::Deadline until) noexcept {
    if (phase_ != Phase::idle && phase_ != Phase::head) return Error::wrong_operation;
    why_ = nullptr;
    if (phase_ == Phase::idle) {
        phase_ = Phase::head;
        parser_.reset(request);
        interim_ = 0;
    }
    const Error error = read_head(waits, request, until);
    if (error != Error::ok) return error;
    begin_body();
    if (request.ends_http(head_.status)) {
        socket_.put_back(unread());
        used_ = input_.size();
    }
    return Error::ok;
}

Error HttpConnection::read_head(coro::FdWaits* waits, http::SentRequest request, coro::Deadline until) noexcept {
    for (;;) {
        const Result<bool> complete = parse_head();
        if (!complete.ok()) return complete.error();
        if (complete.value() && !head_.interim()) return Error::ok;
        if (complete.value()) {
            if (++interim_ > kMaxInterim) return fail(Error::http_invalid_protocol, "too many interim responses");
            parser_.reset(request);
            continue;
        }
        const Result<size_t> got = fill(waits, until);
        if (!got.ok()) return fail_unless_repeatable(got.error());
        if (got.value() > 0) continue;
        return fail(Error::connection_reset, begun_ ? "the connection ended before the end of the head"
                                                    : "the connection ended before the response");
    }
}

// True: a head is complete.
Result<bool> HttpConnection::parse_head() noexcept {
    const Bytes arrived = unread();
    if (arrived.empty()) return false;
    const http::ParseStep step = parser_.feed(arrived, head_);
    if (step.state == http::ParseStep::State::need_more) return false;
    if (step.state == http::ParseStep::State::failed) return fail(Error::http_invalid_protocol, step.reason);
    used_ += step.consumed;
    return true;
}

void HttpConnection::begin_body() noexcept {
    framing_ = head_.framing;
    left_ = head_.content_length;
    keep_alive_ = head_.keep_alive;
    phase_ = Phase::body;
    coded_ = {};
    decoding_ = has_coded_ = false;
    if (framing_ == Framing::none || (framing_ == Framing::length && left_ == 0)) return end_body();
    if (framing_ == Framing::chunked) chunks_ = std::make_unique<http::ChunkedDecoder>();
    if (!options_.decode) return;
    const Result<http::ContentCoding> coding = http::coding_of(head_.all_fields());
    if (!coding.ok()) return;
    decoder_ =
        http::ContentDecoder::make(coding.value(), http::DecodeLimits::of_size(UINT64_MAX), http::DeflateForm::any);
}

// What was passed on stays valid.
void HttpConnection::end_body() noexcept {
    phase_ = Phase::ended;
    note_trailers();
}

// --- Bodies

Result<Bytes> HttpConnection::receive_piece(coro::FdWaits* waits, coro::Deadline until) noexcept {
    why_ = nullptr;
    if (phase_ == Phase::ended) return Bytes();
    if (phase_ != Phase::body) return Error::wrong_operation;
    const Result<Bytes> piece = decoder_ != nullptr ? read_decoded(waits, until) : read_piece(waits, until);
    if (!piece.ok()) return fail_unless_repeatable(piece.error());
    if (piece.value().empty()) end_body();
    return piece;
}

// A piece of the body as it was sent, without its framing; empty at the end.
Result<Bytes> HttpConnection::read_piece(coro::FdWaits* waits, coro::Deadline until) noexcept {
    return framing_ == Framing::chunked ? read_chunked(waits, until) : read_plain(waits, until);
}

// The end of the connection ends a body without a length, unless TLS says that something may be missing (RFC 9112 9.8).
Error HttpConnection::on_end() noexcept {
    const bool truncated = socket_.tls() != nullptr && socket_.tls()->truncated();
    if (framing_ == Framing::close && !truncated) return Error::ok;
    why_ = "the connection ended before the end of the body";
    return Error::connection_reset;
}

Result<Bytes> HttpConnection::read_plain(coro::FdWaits* waits, coro::Deadline until) noexcept {
    const bool counts = framing_ == Framing::length;
    if (counts && left_ == 0) return Bytes();
    if (unread().empty()) {
        const Result<size_t> got = fill(waits, until);
        if (!got.ok()) return got.error();
        if (got.value() == 0 && on_end() != Error::ok) return Error::connection_reset;
        if (got.value() == 0) return Bytes();
    }
    Bytes piece = unread();
    if (counts && left_ < piece.size()) piece = piece.substr(0, left_);
    if (counts) left_ -= piece.size();
    used_ += piece.size();
    return piece;
}

Result<Bytes> HttpConnection::read_chunked(coro::FdWaits* waits, coro::Deadline until) noexcept {
    for (;;) {
        const ChunkStep step = chunks_->feed(unread());
        used_ += step.consumed;
        switch (step.state) {
            case ChunkStep::State::data: return step.data;
            case ChunkStep::State::done: return Bytes();
            case ChunkStep::State::failed: why_ = step.reason; return Error::http_invalid_protocol;
            case ChunkStep::State::more: break;
        }
        const Result<size_t> got = fill(waits, until);
        if (!got.ok()) return got.error();
        if (got.value() == 0) return on_end();
    }
}

Result<Bytes> HttpConnection::read_decoded(coro::FdWaits* waits, coro::Deadline until) noexcept {
    for (;;) {
        if (decoding_ || !coded_.empty()) {
            const DecodeStep step = decoder_->feed(coded_);
            coded_.remove_prefix(step.consumed);
            decoding_ = step.state == DecodeStep::State::data;
            why_ = step.reason;
            if (decoding_) return step.data;
            if (step.state == DecodeStep::State::failed || !coded_.empty()) return Error::http_invalid_protocol;
        }
        const Result<Bytes> piece = read_piece(waits, until);
        if (!piece.ok()) return piece;
        if (piece.value().empty()) {
            // Some servers name a coding for an empty body.
            const DecodeStep step = has_coded_ ? decoder_->finish() : DecodeStep{};
            why_ = step.reason;
            return step.state == DecodeStep::State::failed ? Result<Bytes>(Error::http_invalid_protocol) : piece;
        }
        has_coded_ = true;
        coded_ = piece.value();
    }
}

void HttpConnection::note_trailers() {
    if (chunks_ == nullptr || chunks_->trailer_count() == 0) return;
    trailers_.resize(chunks_->trailer_count());
    (void)chunks_->trailers(trailers_.data(), trailers_.size());
}

bool HttpConnection::is_plain() const noexcept {
    return phase_ == Phase::body && decoder_ == nullptr && framing_ != Framing::chunked;
}

uint64_t HttpConnection::plain_bytes_left() const noexcept { return framing_ == Framing::length ? left_ : UINT64_MAX; }

Result<size_t> HttpConnection::receive_into(coro::FdWaits* waits, char* into, size_t size,
                                            coro::Deadline until) noexcept {
    why_ = nullptr;
    size = static_cast<size_t>(std::min<uint64_t>(size, plain_bytes_left()));
    const size_t buffered = std::min(size, unread().size());
    Result<size_t> got = buffered;
    if (buffered > 0) {
        std::memcpy(into, unread().data(), buffered);
        used_ += buffered;
    } else {
        got = read_some(waits, into, size, until);
    }
    if (!got.ok()) return fail_unless_repeatable(got.error());
    if (framing_ == Framing::length) left_ -= got.value();
    if (got.value() == 0 && on_end() != Error::ok) return fail(Error::connection_reset, why_);
    if (got.value() == 0 || plain_bytes_left() == 0) end_body();
    return got;
}

}  // namespace tern::client
