#include "client/http2_stream.h"

#include <algorithm>

#include "client/http2_connection.h"

namespace tern::client {

using http::ContentCoding;
using http::ContentDecoder;
using http::DecodeStep;
using http::h2::ErrorCode;
using http::h2::Pull;

void Http2Stream::reset(const Options& options) noexcept {
    options_ = options;
    receiver_ = nullptr;
    drop_unsent();
    if (fields_.capacity() > kMostKept) fields_.release();
    if (body_.capacity() > kMostKept) body_.release();
    (void)take();
    coded_.release();
    coded_at_ = 0;
    decoding_ = false;
    decoder_.reset();
    coding_ = ContentCoding::identity;
    error_ = ErrorCode::no_error;
    trailers_.release();
    finished_ = has_head_ = arrived_ = ended_ = closed_ = false;
}

void Http2Stream::append(Bytes data) noexcept {
    if (more_at_ > kLeftBehind) {
        more_.drop_front(more_at_);
        more_at_ = 0;
    }
    more_.append(data);
}

void Http2Stream::drop_unsent() noexcept {
    whole_ = {};
    more_.release();
    whole_at_ = more_at_ = 0;
}

void Http2Stream::drop_received() noexcept {
    body_.release();
    coded_.release();
    coded_at_ = 0;
    decoding_ = false;
    decoder_.reset();
}

size_t Http2Stream::take() noexcept {
    fields_.clear();
    body_.clear();
    status_ = 0;
    has_fields_ = false;
    return std::exchange(unconsumed_, 0);
}

void Http2Stream::fail(ErrorCode error) noexcept {
    if (ended_) return;
    error_ = error;
    ended_ = true;
    connection_.on_stream_changed(*this);
}

// For what is wrong with the response itself.
void Http2Stream::abort(ErrorCode error) noexcept {
    drop_received();
    if (!closed_) connection_.reset(*this, ErrorCode::cancel);
    fail(error);
}

void Http2Stream::on_status(int status) { status_ = status; }

void Http2Stream::on_field(Bytes name, Bytes value) {
    if (ended_) return;
    const FieldSize size{static_cast<uint32_t>(name.size()), static_cast<uint32_t>(value.size())};
    const bool is_trailer = has_head_ && options_.in_pieces;
    char* place = (is_trailer ? trailers_ : fields_).extend(sizeof size + name.size() + value.size());
    std::memcpy(place, &size, sizeof size);
    std::memcpy(place + sizeof size, name.data(), name.size());
    if (!value.empty()) std::memcpy(place + sizeof size + name.size(), value.data(), value.size());
    has_fields_ = has_fields_ || !is_trailer;
    if (name != "content-encoding" || has_head_) return;
    const Result<ContentCoding> coding = http::find_coding(value);
    coding_ = coding.ok() ? coding.value() : ContentCoding::identity;
}

void Http2Stream::on_head(bool ends) {
    has_head_ = has_fields_ = true;
    if (!ends && !ended_) connection_.on_stream_changed(*this);
}

// Of a coded response that is taken in pieces, the window opens as it is decoded: what unfolds is never much more than
// a piece, however small it was.
void Http2Stream::on_data(Bytes data) {
    const bool is_coded = coding_ != ContentCoding::identity && options_.decodes;
    if (!options_.in_pieces || ended_) {
        connection_.consume(*this, data.size());
    } else if (!is_coded) {
        unconsumed_ += data.size();
    }
    if (ended_) return;
    if (!is_coded) {
        body_.append(data);
    } else if (options_.in_pieces) {
        coded_.append(data);
        if (!decode_piece()) return abort(ErrorCode::internal_error);
    } else if (!decode(data)) {
        return abort(ErrorCode::internal_error);
    }
    if (body_.size() > options_.body_bytes) return abort(ErrorCode::cancel);
    connection_.on_stream_changed(*this);
}

// Of a response that is taken in pieces only what waits is limited.
bool Http2Stream::make_decoder() noexcept {
    if (decoder_ != nullptr) return true;
    const uint64_t most = options_.in_pieces ? UINT64_MAX : options_.body_bytes;
    decoder_ = ContentDecoder::make(coding_, http::DecodeLimits::of_size(most));
    return decoder_ != nullptr;
}

bool Http2Stream::decode(Bytes data) noexcept {
    if (!make_decoder()) return false;
    for (;;) {
        const DecodeStep step = decoder_->feed(data);
        if (step.state == DecodeStep::State::failed) return false;
        body_.append(step.data);
        if (step.state == DecodeStep::State::more || body_.size() > options_.body_bytes) return true;
        data.remove_prefix(step.consumed);
    }
}

bool Http2Stream::decode_piece() noexcept {
    if (!make_decoder()) return false;
    while (body_.size() < kPiece && (decoding_ || coded_at_ < coded_.size())) {
        const DecodeStep step = decoder_->feed(coded_.view().substr(coded_at_));
        if (step.state == DecodeStep::State::failed) return false;
        body_.append(step.data);
        coded_at_ += step.consumed;
        unconsumed_ += step.consumed;
        decoding_ = step.state == DecodeStep::State::data;
    }
    if (coded_at_ == coded_.size()) {
        coded_.clear();
        coded_at_ = 0;
    }
    return true;
}

void Http2Stream::decode_next() noexcept {
    if (ended_) return;
    if (decoder_ != nullptr && !decode_piece()) return abort(ErrorCode::internal_error);
    if (arrived_ && !has_rest()) return complete();
    if (has_news()) connection_.on_stream_changed(*this);
}

void Http2Stream::cancel() noexcept {
    if (!closed_) connection_.reset(*this, ErrorCode::cancel);
    drop_received();
    ended_ = true;
    error_ = ErrorCode::cancel;
}

// The server needs no more of the request (RFC 9113 8.1).
void Http2Stream::on_end() {
    if (ended_) return;
    arrived_ = true;
    if (!connection_.has_sent_all(*this)) connection_.reset(*this, ErrorCode::cancel);
    if (!has_rest()) complete();
}

// Something is taken before the end. Trailers are never part of a piece with the head: they would be read as its
// fields.
bool Http2Stream::has_rest() const noexcept {
    return decoding_ || !coded_.empty() || (status_ != 0 && !trailers_.empty());
}

void Http2Stream::complete() noexcept {
    has_fields_ = has_fields_ || !trailers_.empty();
    fields_.append(trailers_.view());
    const bool is_broken = decoder_ != nullptr && decoder_->finish().state == DecodeStep::State::failed;
    if (is_broken) error_ = ErrorCode::internal_error;
    decoder_.reset();
    ended_ = true;
    connection_.on_stream_changed(*this);
}

Pull Http2Stream::on_pull(size_t most) {
    const size_t bytes = std::min(most, unsent());
    return {bytes, finished_ && bytes == unsent()};
}

void Http2Stream::on_put(Buffer& out, size_t count) {
    const size_t first = std::min(count, whole_.size() - whole_at_);
    out.append(whole_.view().substr(whole_at_, first));
    whole_at_ += first;
    out.append(more_.view().substr(more_at_, count - first));
    more_at_ += count - first;
    connection_.on_put(count);
    if (unsent() == 0) drop_unsent();
}

// A reset without an error is no end of a response.
void Http2Stream::close(ErrorCode reason) noexcept {
    connection_.on_put(unsent());
    drop_unsent();
    closed_ = true;
    if (!arrived_) fail(reason == ErrorCode::no_error ? ErrorCode::protocol_error : reason);
    connection_.on_stream_closed(*this);
}

}  // namespace tern::client
