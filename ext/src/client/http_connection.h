// One HTTP/1 connection of a client, over a connected socket that the caller owns: exchanges of a request and its
// response, one at a time. It frames, limits and decodes what arrives, and sends what it is given. A body that ends too
// early is an error. Functions with a Deadline may suspend; the caller has called Socket::begin() for their side.
//
// An idle connection, and one that waits for a response, has no buffer.
#pragma once

#include <memory>
#include <vector>

#include "client/socket.h"
#include "protocol/http/chunked.h"
#include "protocol/http/content_decoder.h"
#include "protocol/http/h1_response_parser.h"

namespace tern::client {

class HttpConnection {
public:
    static constexpr uint32_t kMaxInterim = 16;  // interim responses to one request

    struct Options {
        uint32_t head_bytes = http::H1ResponseParser::kUsualLimits.head_bytes;
        bool decode = true;  // gzip, deflate, br and zstd; other codings, and several, are left to the program
    };

    HttpConnection(Socket& socket, const Options& options) noexcept;
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    // Sends head and body with one call, if the socket takes it. wrong_operation: the response before is not read.
    Error send(coro::FdWaits* waits, Bytes head, Bytes body, coro::Deadline until) noexcept;
    // Sends a piece of the body, which the caller has framed.
    Error write(coro::FdWaits* waits, Bytes data, coro::Deadline until) noexcept;

    // Reads the head of the final response; interim ones are skipped. See head(). Bytes behind a head that ends HTTP
    // (101, or 2xx to CONNECT) are the socket's.
    //   http_invalid_protocol   it is malformed, see why(); also more than kMaxInterim interim responses
    //   connection_reset        the connection ended before the end of the head
    Error receive_head(coro::FdWaits* waits, http::SentRequest request, coro::Deadline until) noexcept;
    // After receive_head(), until the next call.
    const http::ReceivedHead& head() const noexcept { return head_; }

    // The next bytes of the body, decoded, and valid until the next call; empty at its end.
    //   connection_reset        the connection ended before the end of the body
    //   http_invalid_protocol   chunks or the coding are malformed
    Result<Bytes> receive_piece(coro::FdWaits* waits, coro::Deadline until) noexcept;
    // True: receive_into() can read the body. Such a body is neither chunked nor coded.
    bool is_plain() const noexcept;
    // The length of the rest of a plain body; UINT64_MAX: not known.
    uint64_t plain_bytes_left() const noexcept;
    // Reads the next bytes of a plain body into memory of the caller. 0: its end. `size` must not be 0.
    Result<size_t> receive_into(coro::FdWaits* waits, char* into, size_t size, coro::Deadline until) noexcept;

    // Frees the memory of head(), and of pieces that were passed on.
    void release_used() noexcept;

    // A byte of the response has arrived: the server has acted on the request.
    bool begun() const noexcept { return begun_; }
    // The response is complete, and the connection can take another request.
    bool reusable() const noexcept { return phase_ == Phase::ended && keep_alive_ && unread().empty(); }
    // The body has been read, or there is none.
    bool ended() const noexcept { return phase_ == Phase::ended; }
    // It can take another request now: the server has not closed it, and has sent nothing unasked.
    bool is_idle() noexcept;
    // After the end of a chunked body; valid until the next request.
    std::span<const http::Field> trailers() const noexcept { return trailers_; }
    // Bytes that arrived behind the head, and were not read; valid until the next call.
    Bytes rest() const noexcept { return unread(); }
    void drop_rest() noexcept;
    // The reason of the last error, static; null: describe(error) has it all.
    const char* why() const noexcept { return why_; }

private:
    enum class Phase : uint8_t { idle, head, body, ended, failed };

    template <class Attempt>
    Result<size_t> receive(coro::FdWaits* waits, Attempt attempt, coro::Deadline until) noexcept;
    Result<size_t> fill(coro::FdWaits* waits, coro::Deadline until) noexcept;
    Result<size_t> try_fill() noexcept;
    Result<size_t> read_some(coro::FdWaits* waits, char* into, size_t size, coro::Deadline until) noexcept;
    Result<size_t> note_received(Result<size_t> got, size_t size) noexcept;
    Bytes unread() const noexcept { return input_.view().substr(used_); }

    Error read_head(coro::FdWaits* waits, http::SentRequest request, coro::Deadline until) noexcept;
    Result<bool> parse_head() noexcept;
    void begin_body() noexcept;
    Result<Bytes> read_piece(coro::FdWaits* waits, coro::Deadline until) noexcept;
    Result<Bytes> read_decoded(coro::FdWaits* waits, coro::Deadline until) noexcept;
    Result<Bytes> read_plain(coro::FdWaits* waits, coro::Deadline until) noexcept;
    Result<Bytes> read_chunked(coro::FdWaits* waits, coro::Deadline until) noexcept;
    Error on_end() noexcept;
    void end_body() noexcept;
    void note_trailers();
    Error fail(Error error, const char* why) noexcept;
    Error fail_unless_repeatable(Error error) noexcept;

    Socket& socket_;
    const Options options_;
    http::H1ResponseParser parser_;
    http::ReceivedHead head_;
    std::unique_ptr<http::ContentDecoder> decoder_;
    std::unique_ptr<http::ChunkedDecoder> chunks_;
    std::vector<http::Field> trailers_;
    Buffer input_;
    size_t used_ = 0;    // bytes of input_
    uint64_t left_ = 0;  // framing length: bytes of the body
    Bytes coded_;        // a part of input_ that is not decoded yet
    const char* why_ = nullptr;
    http::Framing framing_ = http::Framing::none;
    Phase phase_ = Phase::idle;
    bool keep_alive_ = false;
    bool begun_ = false;
    bool drained_ = false;    // the socket has no input now
    bool decoding_ = false;   // the decoder may have more output
    bool has_coded_ = false;  // the body is not empty
    uint8_t interim_ = 0;     // interim responses so far
};

}  // namespace tern::client
