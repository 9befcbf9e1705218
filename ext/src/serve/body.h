// The body of one request: where it ended up, and the machine that puts it there while it arrives. A small body stays
// in the block that it was received in; a larger one is gathered in memory, or beyond body_memory_bytes in an unnamed
// file.
#pragma once

#include <memory>

#include "base/error.h"
#include "http/chunked.h"
#include "http/content_decoder.h"
#include "net/fd.h"
#include "serve/form.h"

namespace tern::serve {

// Bytes first in memory, then in a file.
class Spool {
public:
    Error append(Bytes bytes, const Limits& limits) noexcept;
    uint64_t size() const noexcept { return size_; }
    bool in_file() const noexcept { return file_.open(); }
    Bytes in_memory() const noexcept { return memory_.view(); }
    // Copies all of it to `into`, which has room for size() bytes.
    Error read(char* into) const noexcept;

private:
    Error move_to_file(const Limits& limits) noexcept;
    Error write_all(Bytes bytes) noexcept;

    Buffer memory_;
    net::Fd file_;
    uint64_t size_ = 0;
};

class RequestBody {
public:
    RequestBody() = default;

    // A body that lies whole in the request's block, which the exchange keeps.
    void set_view(Bytes view) noexcept { view_ = view; }
    void reset() noexcept {
        view_ = {};
        spool_.reset();
        form_.reset();
    }

    uint64_t size() const noexcept { return spool_ ? spool_->size() : view_.size(); }
    bool in_file() const noexcept { return spool_ && spool_->in_file(); }
    Bytes in_memory() const noexcept { return spool_ ? spool_->in_memory() : view_; }
    Error read(char* into) const noexcept;
    const Form* form() const noexcept { return form_.get(); }

private:
    friend class BodyReader;
    Bytes view_;
    std::unique_ptr<Spool> spool_;
    std::unique_ptr<Form> form_;
};

struct BodyStep {
    enum class State : uint8_t { more, done, failed };
    State state = State::more;
    size_t consumed = 0;
    int status = 0;                // failed: what to answer
    const char* reason = nullptr;  // failed: for the log
};

class BodyReader {
public:
    // Head, body and limits outlive the reader. 0, or the status with which this body is refused unread.
    BodyReader(const http::RequestHead& head, RequestBody& body, const Limits& limits) noexcept;
    int refusal() const noexcept { return refused_; }
    const char* refusal_reason() const noexcept;
    // The body has a coding, and what is taken is what comes out of it.
    bool decodes() const noexcept { return decoder_ != nullptr; }

    BodyStep feed(Bytes in) noexcept;

private:
    BodyStep feed_counted(Bytes in) noexcept;
    BodyStep feed_chunked(Bytes in) noexcept;
    void prepare_decoder(const http::RequestHead& head) noexcept;
    BodyStep take(Bytes data, size_t consumed) noexcept;
    BodyStep decode(Bytes data, size_t consumed) noexcept;
    BodyStep store(Bytes data, size_t consumed) noexcept;
    BodyStep end(size_t consumed) noexcept;

    RequestBody& body_;
    const Limits& limits_;
    http::ChunkedDecoder chunks_;
    std::unique_ptr<http::ContentDecoder> decoder_;
    uint64_t most_;
    uint64_t left_;
    uint64_t taken_ = 0;
    int refused_ = 0;
    bool chunked_;
};

}  // namespace tern::serve
