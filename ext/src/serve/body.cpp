#include "serve/body.h"

#include <algorithm>
#include <cerrno>

namespace tern::serve {

namespace {

// The error for a body that cannot be written to upload_tmp_dir.
BodyStep not_stored(Error error, size_t consumed) noexcept {
    const int code = number(error);
    const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
    if (full) return {BodyStep::State::failed, consumed, 507, "upload_tmp_dir has no room for the body"};
    return {BodyStep::State::failed, consumed, 500, "body cannot be stored in upload_tmp_dir"};
}

}  // namespace

void RequestBody::reset() noexcept {
    view_ = {};
    spool_.reset();
    form_.reset();
    window_.reset();
    received_ = taken_ = 0;
    failure_ = 0;
    arrival_ = Arrival::complete;
    is_form_ = false;
}

Error RequestBody::read(char* into, uint64_t from, size_t count) const noexcept {
    TERN_CHECK(from + count <= size());
    if (spool_) return spool_->read(into, from, count);
    if (count > 0) std::memcpy(into, view_.data() + from, count);
    return Error::ok;
}

void RequestBody::break_off(int status) noexcept {
    arrival_ = Arrival::broken;
    failure_ = status;
}

Error RequestBody::take(char* into, size_t count) noexcept {
    TERN_CHECK(count <= available());
    if (spool_) {
        if (Error error = spool_->read(into, taken_, count); error != Error::ok) return error;
    } else {
        Bytes from = window_ ? window_->view() : view_.substr(taken_);
        if (count > 0) std::memcpy(into, from.data(), count);
        if (window_) window_->drop(count);
    }
    taken_ += count;
    return Error::ok;
}

Error RequestBody::take_to_file(int fd) noexcept {
    if (spool_) {
        Result<size_t> copied = spool_->copy_some(fd, taken_);
        if (!copied.ok()) return copied.error();
        taken_ += copied.value();
        return Error::ok;
    }
    Bytes from = window_ ? window_->view() : view_.substr(taken_);
    if (Error error = write_all(fd, from); error != Error::ok) return error;
    taken_ += from.size();
    if (window_) window_->drop(from.size());
    return Error::ok;
}

BodyReader::BodyReader(const http::RequestHead& head, RequestBody& body, const Limits& limits, Use use,
                       InputBudget* budget) noexcept
    : body_(&body),
      limits_(limits),
      budget_(budget),
      most_(limits.body_bytes),
      left_(head.content_length),
      chunked_(head.chunked && head.version != http::Version::http2),
      open_ended_(head.chunked && !chunked_) {
    if (limits.parse_multipart) boundary_ = http::multipart_boundary(head.find("content-type"));
    body.is_form_ = boundary_.data() != nullptr;
    body.form_bytes_ = limits.form_bytes;
    if (use == Use::stream || body.is_form_) most_ = std::max(limits.body_bytes, limits.upload_bytes);
    if (limits.decode_bodies) find_coding(head);
    if (!chunked_ && left_ > most_) refused_ = 413;
    if (open_ended_) left_ = UINT64_MAX;
    if (refused_ != 0) return;
    if (use == Use::stream) {
        body.window_ = std::make_unique<BodyWindow>();
        body.arrival_ = RequestBody::Arrival::open;
    } else {
        make_store();
    }
}

void BodyReader::make_store() noexcept {
    if (body_->is_form_) {
        body_->form_ = std::make_unique<Form>(boundary_, limits_);
    } else {
        body_->spool_ = std::make_unique<Spool>();
    }
}

void BodyReader::find_coding(const http::RequestHead& head) noexcept {
    const Result<http::ContentCoding> coding = http::coding_of(head);
    if (!coding.ok()) {
        refused_ = 415;
        return;
    }
    coding_ = coding.value();
    if (decodes() && !http::can_decode(coding_)) refused_ = 503;
}

const char* BodyReader::refusal_reason() const noexcept {
    switch (refused_) {
        case 413: return "the body is too large";
        case 415: return "the body has an unknown Content-Encoding, or several";
        default: return "worker_input_buffer_size is reached, or there is no library to decode it";
    }
}

BodyStep BodyReader::refusal(size_t consumed) const noexcept {
    return {BodyStep::State::failed, consumed, refused_, refusal_reason()};
}

BodyStep BodyReader::feed(Bytes in) noexcept {
    if (refused_ != 0) return refusal(0);  // it was dropped
    if (holds_) {
        const BodyStep step = go_on();
        if (step.state == BodyStep::State::failed || holds_) return step;
    }
    const BodyStep step = chunked_ ? feed_chunked(in) : feed_counted(in);
    return step.state == BodyStep::State::more && budget_ != nullptr ? counted(step) : step;
}

BodyStep BodyReader::finish() noexcept {
    if (refused_ != 0) return refusal(0);
    TERN_CHECK(!holds_);
    return end(0);
}

void BodyReader::discard() noexcept {
    stop_counting();
    body_ = nullptr;
    decoder_.reset();
    coded_.release();
}

// --- The budget

BodyStep BodyReader::counted(const BodyStep& step) noexcept {
    const uint64_t bytes = body_ == nullptr ? 0 : memory();
    if (bytes == input_bytes() || budget_->set(*this, bytes)) return step;
    return refusal(step.consumed);
}

uint64_t BodyReader::memory() const noexcept {
    uint64_t bytes = coded_.capacity();
    if (decoder_ != nullptr) bytes += decoder_->memory();
    if (body_->spool_ != nullptr) bytes += body_->spool_->memory();
    if (body_->form_ != nullptr) bytes += body_->form_->memory();
    return bytes;
}

// A body that is only stored continues in a file.
void BodyReader::drop_input() noexcept {
    stop_counting();
    const bool is_plain = !decodes() && body_->spool_ != nullptr;
    if (is_plain && body_->spool_->move_to_file(limits_) == Error::ok) return;
    refused_ = 503;
    decoder_.reset();
    coded_.release();
    body_->spool_.reset();
    body_->form_.reset();
}

// --- From the connection to the store

BodyStep BodyReader::feed_counted(Bytes in) noexcept {
    Bytes data = in.substr(0, std::min<uint64_t>(in.size(), left_));
    left_ -= data.size();
    BodyStep step = take(data, data.size());
    if (step.state == BodyStep::State::failed || left_ > 0 || holds_) return step;
    return end(data.size());
}

BodyStep BodyReader::feed_chunked(Bytes in) noexcept {
    size_t consumed = 0;
    for (;;) {
        http::ChunkStep step = chunks_.feed(in.substr(consumed));
        consumed += step.consumed;
        switch (step.state) {
            case http::ChunkStep::State::more: return {BodyStep::State::more, consumed};
            case http::ChunkStep::State::done: return end(consumed);
            case http::ChunkStep::State::failed: return {BodyStep::State::failed, consumed, step.status, step.reason};
            case http::ChunkStep::State::data: break;
        }
        BodyStep taken = take(step.data, consumed);
        if (taken.state == BodyStep::State::failed || holds_) return taken;
    }
}

// `data` is body bytes without their framing, in order.
BodyStep BodyReader::take(Bytes data, size_t consumed) noexcept {
    if (body_ == nullptr) return {BodyStep::State::more, consumed};
    return decodes() ? take_coded(data, consumed) : deliver(data, consumed);
}

BodyStep BodyReader::take_coded(Bytes data, size_t consumed) noexcept {
    if (decoder_ != nullptr) return decode(data, consumed);
    if (!body_->window_ && coded_.size() + data.size() <= kMostUndecoded) {
        coded_.append(data);
        return {BodyStep::State::more, consumed};
    }
    const BodyStep begun = begin_decoding(consumed);
    return begun.state == BodyStep::State::failed ? begun : decode(data, consumed);
}

BodyStep BodyReader::begin_decoding(size_t consumed) noexcept {
    decoder_ = http::ContentDecoder::make(coding_, {.bytes = most_});
    if (decoder_ == nullptr) return {BodyStep::State::failed, consumed, 503, "there is no memory for a decoder"};
    const Buffer coded = std::move(coded_);
    return coded.empty() ? BodyStep{BodyStep::State::more, consumed} : decode(coded.view(), consumed);
}

// A few coded bytes may become many megabytes, which wait in the decoder until the window has room.
BodyStep BodyReader::decode(Bytes data, size_t consumed) noexcept {
    for (;;) {
        const http::DecodeStep step = decoder_->feed(data);
        data.remove_prefix(step.consumed);
        if (step.state == http::DecodeStep::State::failed) {
            return {BodyStep::State::failed, consumed, step.status, step.reason};
        }
        if (step.state == http::DecodeStep::State::more) return {BodyStep::State::more, consumed};
        const BodyStep delivered = deliver(step.data, consumed);
        if (delivered.state == BodyStep::State::failed) return delivered;
        if (!body_->window_ || !body_->window_->full()) continue;
        held_ = data;
        holds_ = true;
        return delivered;
    }
}

BodyStep BodyReader::go_on() noexcept {
    holds_ = false;
    return take(std::exchange(held_, {}), 0);
}

BodyStep BodyReader::deliver(Bytes data, size_t consumed) noexcept {
    body_->received_ += data.size();
    if (body_->received_ > most_) return {BodyStep::State::failed, consumed, 413, "the body is too large"};
    if (!body_->window_) return store(data, consumed);
    body_->window_->append(data);
    return {BodyStep::State::more, consumed};
}

BodyStep BodyReader::store(Bytes data, size_t consumed) noexcept {
    if (body_->form_) {
        http::MultipartStep step = body_->form_->feed(data);
        if (step.state == http::MultipartStep::State::failed) {
            return {BodyStep::State::failed, consumed, step.status, step.reason};
        }
    } else if (const Error error = body_->spool_->append(data, limits_); error != Error::ok) {
        return not_stored(error, consumed);
    }
    return {BodyStep::State::more, consumed};
}

// A body that is read piece by piece has no size limit in memory; a gathered one has package_max_length.
BodyStep BodyReader::gather() noexcept {
    TERN_CHECK(body_->window_ && !body_->taken());
    const bool complete = !body_->arriving();
    if (!body_->is_form_) most_ = limits_.body_bytes;
    if (refused_ != 0) return refusal(0);
    const uint64_t to_come = decodes() ? 0 : left();
    if (body_->received_ + to_come > most_) return {BodyStep::State::failed, 0, 413, "the body is too large"};
    std::unique_ptr<BodyWindow> window = std::move(body_->window_);
    make_store();
    BodyStep step = store(window->view(), 0);
    return step.state == BodyStep::State::failed || !complete ? step : end(0);
}

BodyStep BodyReader::end(size_t consumed) noexcept {
    if (body_ == nullptr) return {BodyStep::State::done, consumed};
    if (decodes()) {
        const BodyStep step = end_coded(consumed);
        if (step.state == BodyStep::State::failed) return step;
    }
    if (body_->form_) {
        http::MultipartStep step = body_->form_->finish();
        if (step.state == http::MultipartStep::State::failed) {
            return {BodyStep::State::failed, consumed, step.status, step.reason};
        }
    }
    stop_counting();
    body_->arrival_ = RequestBody::Arrival::complete;
    return {BodyStep::State::done, consumed};
}

BodyStep BodyReader::end_coded(size_t consumed) noexcept {
    if (decoder_ == nullptr) {
        const BodyStep begun = begin_decoding(consumed);
        if (begun.state == BodyStep::State::failed) return begun;
    }
    const http::DecodeStep step = decoder_->finish();
    if (step.state == http::DecodeStep::State::failed) {
        return {BodyStep::State::failed, consumed, step.status, step.reason};
    }
    decoder_.reset();
    return {BodyStep::State::done, consumed};
}

}  // namespace tern::serve
