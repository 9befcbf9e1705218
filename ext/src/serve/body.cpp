#include "serve/body.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace tern::serve {

Error Spool::append(Bytes bytes, const Limits& limits) noexcept {
    size_ += bytes.size();
    if (!in_file() && size_ > limits.body_memory_bytes) {
        if (Error error = move_to_file(limits); error != Error::ok) return error;
    }
    if (in_file()) return write_all(bytes);
    memory_.append(bytes);
    return Error::ok;
}

Error Spool::move_to_file(const Limits& limits) noexcept {
    file_ = net::Fd(::open(limits.upload_dir.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!file_.open()) {  // a file system without O_TMPFILE
        std::string path = limits.upload_dir + "/tern.body.XXXXXX";
        file_ = net::Fd(::mkostemp(path.data(), O_CLOEXEC));
        if (!file_.open()) return last_error();
        (void)::unlink(path.c_str());
    }
    Error error = write_all(memory_.view());
    memory_.release();
    return error;
}

Error Spool::write_all(Bytes bytes) noexcept {
    while (!bytes.empty()) {
        ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error();
        bytes.remove_prefix(static_cast<size_t>(count));
    }
    return Error::ok;
}

Error Spool::read(char* into) const noexcept {
    if (!in_file()) {
        if (!memory_.empty()) std::memcpy(into, memory_.data(), memory_.size());
        return Error::ok;
    }
    for (uint64_t done = 0; done < size_;) {
        ssize_t count = ::pread(file_.get(), into + done, size_ - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count < 0 ? last_error() : Error::broken_pipe;
        done += static_cast<uint64_t>(count);
    }
    return Error::ok;
}

Error RequestBody::read(char* into) const noexcept {
    if (spool_) return spool_->read(into);
    if (!view_.empty()) std::memcpy(into, view_.data(), view_.size());
    return Error::ok;
}

BodyReader::BodyReader(const http::RequestHead& head, RequestBody& body, const Limits& limits) noexcept
    : body_(body), limits_(limits), most_(limits.body_bytes), left_(head.content_length), chunked_(head.chunked) {
    Bytes boundary = limits.parse_multipart ? http::multipart_boundary(head.find("content-type")) : Bytes();
    if (boundary.data() != nullptr) {
        body.form_ = std::make_unique<Form>(boundary, limits);
        most_ = std::max(limits.body_bytes, limits.upload_bytes);
    } else {
        body.spool_ = std::make_unique<Spool>();
    }
    if (limits.decode_bodies) prepare_decoder(head);
    if (!chunked_ && left_ > most_) refused_ = 413;
}

void BodyReader::prepare_decoder(const http::RequestHead& head) noexcept {
    const Result<http::ContentCoding> coding = http::coding_of(head);
    if (!coding.ok()) {
        refused_ = 415;
    } else if (coding.value() != http::ContentCoding::identity) {
        decoder_ = http::ContentDecoder::make(coding.value(), {.bytes = most_});
        if (decoder_ == nullptr) refused_ = 503;
    }
}

const char* BodyReader::refusal_reason() const noexcept {
    switch (refused_) {
        case 413: return "the body is larger than package_max_length";
        case 415: return "the body has an unknown Content-Encoding, or several";
        default: return "there is no memory for a decoder";
    }
}

BodyStep BodyReader::feed(Bytes in) noexcept { return chunked_ ? feed_chunked(in) : feed_counted(in); }

BodyStep BodyReader::feed_counted(Bytes in) noexcept {
    Bytes data = in.substr(0, std::min<uint64_t>(in.size(), left_));
    left_ -= data.size();
    BodyStep step = take(data, data.size());
    if (step.state == BodyStep::State::failed || left_ > 0) return step;
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
        if (taken.state == BodyStep::State::failed) return taken;
    }
}

BodyStep BodyReader::take(Bytes data, size_t consumed) noexcept {
    return decoder_ == nullptr ? store(data, consumed) : decode(data, consumed);
}

BodyStep BodyReader::decode(Bytes data, size_t consumed) noexcept {
    for (;;) {
        const http::DecodeStep step = decoder_->feed(data);
        data.remove_prefix(step.consumed);
        if (step.state == http::DecodeStep::State::failed) {
            return {BodyStep::State::failed, consumed, step.status, step.reason};
        }
        if (step.state == http::DecodeStep::State::more) return {BodyStep::State::more, consumed};
        const BodyStep stored = store(step.data, consumed);
        if (stored.state == BodyStep::State::failed) return stored;
    }
}

BodyStep BodyReader::store(Bytes data, size_t consumed) noexcept {
    taken_ += data.size();
    if (taken_ > most_) return {BodyStep::State::failed, consumed, 413, "body is larger than package_max_length"};
    if (body_.form_) {
        http::MultipartStep step = body_.form_->feed(data);
        if (step.state == http::MultipartStep::State::failed) {
            return {BodyStep::State::failed, consumed, step.status, step.reason};
        }
    } else if (body_.spool_->append(data, limits_) != Error::ok) {
        return {BodyStep::State::failed, consumed, 500, "body cannot be stored in upload_tmp_dir"};
    }
    return {BodyStep::State::more, consumed};
}

BodyStep BodyReader::end(size_t consumed) noexcept {
    if (decoder_ != nullptr) {
        const http::DecodeStep step = decoder_->finish();
        if (step.state == http::DecodeStep::State::failed) {
            return {BodyStep::State::failed, consumed, step.status, step.reason};
        }
    }
    if (body_.form_) {
        http::MultipartStep step = body_.form_->finish();
        if (step.state == http::MultipartStep::State::failed) {
            return {BodyStep::State::failed, consumed, step.status, step.reason};
        }
    }
    return {BodyStep::State::done, consumed};
}

}  // namespace tern::serve
