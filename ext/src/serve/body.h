// The body of one request: where it ended up, and the machine that puts it there while it arrives. A small body stays
// in the block that it was received in; a larger one is gathered in memory, or beyond body_memory_bytes in an unnamed
// file; a form is taken apart. A body that streams is handed to its handler while it arrives: it waits in a window
// until the handler takes it piece by piece, or asks to have it gathered after all.
#pragma once

#include <memory>

#include "protocol/http/chunked.h"
#include "protocol/http/content_decoder.h"
#include "serve/body_window.h"
#include "serve/form.h"
#include "serve/spool.h"

namespace tern::serve {

class RequestBody {
public:
    RequestBody() = default;

    // A body that lies whole in the request's block, which the exchange keeps.
    void set_view(Bytes view) noexcept { view_ = view; }
    void reset() noexcept;

    // Of a body that was gathered.
    uint64_t size() const noexcept { return spool_ ? spool_->size() : view_.size(); }
    bool in_file() const noexcept { return spool_ && spool_->in_file(); }
    Bytes in_memory() const noexcept { return spool_ ? spool_->in_memory() : view_; }
    Error read(char* into) const noexcept;
    Form* form() const noexcept { return form_.get(); }

    // More will come.
    bool arriving() const noexcept { return arrival_ == Arrival::open; }
    // It will never be whole: failure() is the status that it was refused with, 0: the client or the answer was faster.
    bool broken() const noexcept { return arrival_ == Arrival::broken; }
    int failure() const noexcept { return failure_; }
    void break_off(int status) noexcept;
    // It waits for someone to take it, or to have it gathered.
    bool in_window() const noexcept { return window_ != nullptr; }
    const BodyWindow* window() const noexcept { return window_.get(); }
    // Gathered, it is a form.
    bool is_form() const noexcept { return is_form_; }
    // Bytes of it that have come, taken or not.
    uint64_t received() const noexcept { return window_ || received_ > 0 ? received_ : size(); }

    // Piece by piece. Who has taken some cannot have it whole.
    bool taken() const noexcept { return taken_ > 0; }
    uint64_t available() const noexcept { return window_ ? window_->view().size() : size() - taken_; }
    // The next `count` bytes, which are available.
    Error take(char* into, size_t count) noexcept;
    // Some of the available ones, at least one, to a file.
    Error take_to_file(int fd) noexcept;

private:
    friend class BodyReader;
    enum class Arrival : uint8_t { complete, open, broken };

    Bytes view_;
    std::unique_ptr<Spool> spool_;
    std::unique_ptr<Form> form_;
    std::unique_ptr<BodyWindow> window_;
    uint64_t received_ = 0;
    uint64_t taken_ = 0;
    int failure_ = 0;
    Arrival arrival_ = Arrival::complete;
    bool is_form_ = false;
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
    enum class Use : uint8_t { gather, stream };

    // Head, body and limits outlive the reader. 0, or the status with which this body is refused unread.
    BodyReader(const http::RequestHead& head, RequestBody& body, const Limits& limits, Use use = Use::gather) noexcept;
    int refusal() const noexcept { return refused_; }
    const char* refusal_reason() const noexcept;
    // The body has a coding, and what is taken is what comes out of it.
    bool decodes() const noexcept { return decoder_ != nullptr; }

    BodyStep feed(Bytes in) noexcept;
    // Of HTTP/2, which says so: nothing more will be fed. Only while there is nothing held.
    BodyStep finish() noexcept;
    // A body that streams is wanted whole after all. `done` when it is complete.
    BodyStep gather() noexcept;
    // Nobody wants the rest. The body may go away.
    void discard() noexcept { body_ = nullptr; }
    // More can be had from what it was fed, which stays where it is until then: the window was full. The next feed()
    // goes on there.
    bool holds() const noexcept { return holds_; }
    // Bytes that are still to come; 0 of a body that does not say.
    uint64_t left() const noexcept { return chunked_ || open_ended_ ? 0 : left_; }

private:
    BodyStep feed_counted(Bytes in) noexcept;
    BodyStep feed_chunked(Bytes in) noexcept;
    void prepare_decoder(const http::RequestHead& head) noexcept;
    BodyStep take(Bytes data, size_t consumed) noexcept;
    BodyStep decode(Bytes data, size_t consumed) noexcept;
    BodyStep go_on() noexcept;
    BodyStep deliver(Bytes data, size_t consumed) noexcept;
    BodyStep store(Bytes data, size_t consumed) noexcept;
    BodyStep end(size_t consumed) noexcept;
    void make_store() noexcept;

    RequestBody* body_;  // null: the rest is dropped
    const Limits& limits_;
    http::ChunkedDecoder chunks_;
    std::unique_ptr<http::ContentDecoder> decoder_;
    Bytes boundary_;  // null: no form
    Bytes held_;      // what the decoder did not come to
    uint64_t most_;
    uint64_t left_;
    int refused_ = 0;
    bool chunked_;     // HTTP/1: it has to be decoded
    bool open_ended_;  // HTTP/2: frames say where it ends
    bool holds_ = false;
};

}  // namespace tern::serve
