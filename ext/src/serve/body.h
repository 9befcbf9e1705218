// The body of one request, and the reader that stores it while it arrives. A small body stays in the block that it was
// received in. A larger one is gathered in memory, or beyond body_memory_bytes in an unnamed file. A multipart form is
// parsed. A streaming body goes to its handler while it arrives: it waits in a window until the handler takes it piece
// by piece, or asks to gather it after all.
#pragma once

#include <memory>
#include <utility>

#include "base/buffer.h"
#include "protocol/http/chunked.h"
#include "protocol/http/content_decoder.h"
#include "serve/form.h"
#include "serve/input_budget.h"
#include "serve/spool.h"

namespace tern::serve {

// The bytes of a body between the connection, which receives them, and a handler that takes them piece by piece. It has
// at most kFull bytes and one read buffer more, since the connection does not receive while it is full. Over HTTP/2 it
// is kLow and the window of the stream, which opens again below kLow.
class BodyWindow {
public:
    static constexpr size_t kFull = 64 * 1024;
    static constexpr size_t kLow = kFull / 2;  // receiving continues below this

    // The bytes that are not taken yet. Valid until append() or drop().
    Bytes view() const noexcept { return bytes_.view().substr(taken_); }
    bool full() const noexcept { return bytes_.size() - taken_ >= kFull; }
    bool low() const noexcept { return bytes_.size() - taken_ < kLow; }

    void append(Bytes bytes) noexcept {
        if (taken_ > 0) bytes_.drop_front(std::exchange(taken_, 0));
        bytes_.append(bytes);
    }
    void drop(size_t count) noexcept {
        taken_ += count;
        TERN_CHECK(taken_ <= bytes_.size());
        if (taken_ < bytes_.size()) return;
        bytes_.clear();
        taken_ = 0;
    }

private:
    Buffer bytes_;
    size_t taken_ = 0;
};

class RequestBody {
public:
    RequestBody() = default;

    // The whole body is in the request's block, which the exchange keeps.
    void set_view(Bytes view) noexcept { view_ = view; }
    void reset() noexcept;

    // These are for a body that was gathered.
    uint64_t size() const noexcept { return spool_ ? spool_->size() : view_.size(); }
    bool in_file() const noexcept { return spool_ && spool_->in_file(); }
    Bytes in_memory() const noexcept { return spool_ ? spool_->in_memory() : view_; }
    // Copies `count` bytes from position `from`; they must exist.
    Error read(char* into, uint64_t from, size_t count) const noexcept;
    Form* form() const noexcept { return form_.get(); }

    // True: more bytes will come.
    bool arriving() const noexcept { return arrival_ == Arrival::open; }
    // True: the body will never be complete. failure() is the status that it was refused with; 0: the client has gone,
    // or the response ended first.
    bool broken() const noexcept { return arrival_ == Arrival::broken; }
    int failure() const noexcept { return failure_; }
    void break_off(int status) noexcept;
    // True: the body waits to be taken or gathered.
    bool in_window() const noexcept { return window_ != nullptr; }
    const BodyWindow* window() const noexcept { return window_.get(); }
    // When gathered, it is a form.
    bool is_form() const noexcept { return is_form_; }
    // True: it is larger than a form may be.
    bool exceeds_form() const noexcept { return form_bytes_ > 0 && size() > form_bytes_; }
    // The number of bytes that have arrived, taken or not.
    uint64_t received() const noexcept { return window_ || received_ > 0 ? received_ : size(); }

    // Reading piece by piece. A body of which some is taken cannot be gathered any more.
    bool taken() const noexcept { return taken_ > 0; }
    uint64_t available() const noexcept { return window_ ? window_->view().size() : size() - taken_; }
    // Takes the next `count` bytes, which must be available.
    Error take(char* into, size_t count) noexcept;
    // Writes some of the available bytes to a file, at least one.
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
    uint64_t form_bytes_ = 0;
    bool is_form_ = false;
};

struct BodyStep {
    enum class State : uint8_t { more, done, failed };
    State state = State::more;
    size_t consumed = 0;
    int status = 0;                // failed: the status to respond with
    const char* reason = nullptr;  // failed: for the log
};

// The memory of a body that is gathered, and of a decoder, counts in the budget until the body is complete.
class BodyReader final : private UnfinishedInput {
public:
    enum class Use : uint8_t { gather, stream };

    // Head, body, limits and budget outlive the reader; without a budget nothing is counted. refusal() is 0, or the
    // status that refuses this body before it is read.
    BodyReader(const http::RequestHead& head, RequestBody& body, const Limits& limits, Use use = Use::gather,
               InputBudget* budget = nullptr) noexcept;
    BodyReader(const BodyReader&) = delete;
    BodyReader& operator=(const BodyReader&) = delete;
    ~BodyReader() { stop_counting(); }
    // For a body whose end the protocol marks, and which may have no known length. Call it before the first feed().
    void be_delimited() noexcept {
        if (!chunked_) return;
        chunked_ = false;
        open_ended_ = true;
        left_ = UINT64_MAX;
    }
    int refusal() const noexcept { return refused_; }
    const char* refusal_reason() const noexcept;
    // True: the body has a content coding, and is stored decoded.
    bool decodes() const noexcept { return coding_ != http::ContentCoding::identity; }

    BodyStep feed(Bytes in) noexcept;
    // The end of a body that HTTP/2 or FastCGI marks. Call it only when nothing is held.
    BodyStep finish() noexcept;
    // Gathers a streaming body after all. `done` when it is complete.
    BodyStep gather() noexcept;
    // Drops the rest of the body, which may be destroyed then.
    void discard() noexcept;
    // True: the window was full, and the rest of the last input is still unread. It must stay where it is. The next
    // feed() continues there.
    bool holds() const noexcept { return holds_; }
    // Bytes that are still to come; 0 for a body of unknown length.
    uint64_t left() const noexcept { return chunked_ || open_ended_ ? 0 : left_; }

private:
    BodyStep feed_counted(Bytes in) noexcept;
    BodyStep feed_chunked(Bytes in) noexcept;
    void find_coding(const http::RequestHead& head) noexcept;
    BodyStep take(Bytes data, size_t consumed) noexcept;
    BodyStep take_coded(Bytes data, size_t consumed) noexcept;
    BodyStep begin_decoding(size_t consumed) noexcept;
    BodyStep decode(Bytes data, size_t consumed) noexcept;
    BodyStep go_on() noexcept;
    BodyStep deliver(Bytes data, size_t consumed) noexcept;
    BodyStep store(Bytes data, size_t consumed) noexcept;
    BodyStep end(size_t consumed) noexcept;
    BodyStep end_coded(size_t consumed) noexcept;
    BodyStep refusal(size_t consumed) const noexcept;
    void make_store() noexcept;

    // See InputBudget.
    BodyStep counted(const BodyStep& step) noexcept;
    uint64_t memory() const noexcept;
    void drop_input() noexcept override;
    void stop_counting() noexcept {
        if (budget_ != nullptr) budget_->release(*this);
    }

    // A gathered body is decoded when it is complete, or larger than this: until then it uses no more memory than was
    // received.
    static constexpr size_t kMostUndecoded = 64 * 1024;

    RequestBody* body_;  // null: the rest is dropped
    const Limits& limits_;
    InputBudget* budget_;
    http::ChunkedDecoder chunks_;
    std::unique_ptr<http::ContentDecoder> decoder_;  // null: nothing was decoded yet
    Buffer coded_;                                   // what was received until then
    Bytes boundary_;                                 // empty: the body is no form
    Bytes held_;                                     // input that the decoder has not read yet
    uint64_t most_;
    uint64_t left_;
    int refused_ = 0;
    bool chunked_;     // HTTP/1: the chunked coding must be decoded
    bool open_ended_;  // HTTP/2 and FastCGI: the last frame or record says where the body ends
    bool holds_ = false;
    http::ContentCoding coding_ = http::ContentCoding::identity;
};

}  // namespace tern::serve
