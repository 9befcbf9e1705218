// One request of an HTTP/2 connection and its response: bytes that are not sent yet, and bytes that are not taken yet.
// It belongs to its connection, which is notified of each change. The session calls it; it calls no PHP and never
// waits.
#pragma once

#include <memory>

#include "base/buffer.h"
#include "base/list.h"
#include "base/slice.h"
#include "coro/coroutine.h"
#include "protocol/http/content_decoder.h"
#include "protocol/http/h2/client_session.h"

namespace tern::client {

class Http2Connection;

class Http2Stream final : public http::h2::ClientStreamEvents, public ListHook {
public:
    struct Options {
        bool stays_open = false;  // more of the request's body follows, by append()
        bool in_pieces = false;   // the response is taken in pieces: its window opens as it is taken
        bool decodes = true;      // by Content-Encoding
        uint64_t body_bytes = 0;  // the most decoded bytes that wait to be taken
    };
    explicit Http2Stream(Http2Connection& connection) noexcept : connection_(connection) {}

    // Prepares for the next request. Small buffers stay, so that a request needs no memory of its own.
    void reset(const Options& options) noexcept;
    int32_t id() const noexcept { return id_; }
    // The coroutine that waits for what arrives next; null: none.
    coro::Coroutine* receiver() const noexcept { return receiver_; }
    void set_receiver(coro::Coroutine* receiver) noexcept { receiver_ = receiver; }
    void set_id(int32_t id) noexcept { id_ = id; }
    const Options& options() const noexcept { return options_; }

    // The request's body. The slice is released when it is in frames.
    void set_body(Slice body) noexcept { whole_ = std::move(body); }
    void append(Bytes data) noexcept;
    void finish() noexcept { finished_ = true; }
    bool finished() const noexcept { return finished_; }
    size_t unsent() const noexcept { return whole_.size() - whole_at_ + more_.size() - more_at_; }

    // The response, except for what was taken.
    bool has_news() const noexcept { return has_fields_ || !body_.empty(); }
    bool has_fields() const noexcept { return has_fields_; }  // of the head, or of the trailers
    int status() const noexcept { return status_; }           // 0: the head has not arrived, or was taken
    Bytes body() const noexcept { return body_.view(); }
    // It is complete, or will not be: see error().
    bool ended() const noexcept { return ended_; }
    // The server has sent all of it. It ends when what was taken in pieces is decoded, too.
    bool arrived() const noexcept { return arrived_; }
    // Why the stream was reset.
    http::h2::ErrorCode error() const noexcept { return error_; }
    template <class Visitor>
    void each_field(Visitor visit) const {
        Bytes rest = fields_.view();
        while (!rest.empty()) {
            FieldSize size;
            std::memcpy(&size, rest.data(), sizeof size);
            visit(rest.substr(sizeof size, size.name), rest.substr(sizeof size + size.name, size.value));
            rest.remove_prefix(sizeof size + size.name + size.value);
        }
    }
    // All of that was taken. Returns how many bytes of the window it used.
    size_t take() noexcept;
    // After take(): decodes the next piece of the bytes that have arrived.
    void decode_next() noexcept;
    // The response is not wanted: the part so far is dropped.
    void cancel() noexcept;
    // The session has closed it; without a complete response for this reason.
    void close(http::h2::ErrorCode reason) noexcept;
    bool closed() const noexcept { return closed_; }

private:
    static constexpr size_t kLeftBehind = 64 * 1024;  // sent bytes that the buffer may keep
    static constexpr size_t kMostKept = 4096;         // bytes of a buffer that is used again
    static constexpr size_t kPiece = 64 * 1024;       // decoded bytes of a piece, and some more

    struct FieldSize {
        uint32_t name;
        uint32_t value;
    };

    void on_status(int status) override;
    void on_field(Bytes name, Bytes value) override;
    void on_head(bool ends) override;
    void on_data(Bytes data) override;
    void on_end() override;
    http::h2::Pull on_pull(size_t most) override;
    void on_put(Buffer& out, size_t count) override;
    void on_closed(http::h2::ErrorCode code) override { close(code); }
    void drop_unsent() noexcept;
    void drop_received() noexcept;
    bool decode(Bytes data) noexcept;
    bool decode_piece() noexcept;
    bool make_decoder() noexcept;
    bool has_rest() const noexcept;
    void complete() noexcept;
    void fail(http::h2::ErrorCode error) noexcept;
    void abort(http::h2::ErrorCode error) noexcept;

    Http2Connection& connection_;
    Options options_;
    coro::Coroutine* receiver_ = nullptr;
    int32_t id_ = 0;
    int status_ = 0;
    Slice whole_;
    size_t whole_at_ = 0;
    Buffer more_;
    size_t more_at_ = 0;
    Buffer fields_;    // for each a FieldSize, the name, the value
    Buffer trailers_;  // the same; of a response that is taken in pieces, until its end is taken
    Buffer body_;
    // Of a coded response that is taken in pieces: what is not decoded yet. While there is some, the body is not empty.
    Buffer coded_;
    size_t coded_at_ = 0;
    bool decoding_ = false;  // the decoder has more without further input
    std::unique_ptr<http::ContentDecoder> decoder_;
    http::ContentCoding coding_ = http::ContentCoding::identity;
    size_t unconsumed_ = 0;  // bytes of the window
    http::h2::ErrorCode error_ = http::h2::ErrorCode::no_error;
    bool finished_ = false;
    bool has_head_ = false;
    bool has_fields_ = false;
    bool arrived_ = false;
    bool ended_ = false;
    bool closed_ = false;
};

}  // namespace tern::client
