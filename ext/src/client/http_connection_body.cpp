// HTTP connections of a client: bodies.
#include <algorithm>

#include "client/http_connection.h"

namespace tern::client {

using http::ChunkStep;
using http::DecodeStep;
using http::Framing;

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
