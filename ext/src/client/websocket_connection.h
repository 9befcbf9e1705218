// The client's side of a WebSocket (RFC 6455), over a connected socket that the caller owns, after the handshake. One
// coroutine may receive and one may send at the same time. It masks, compresses, joins fragments, checks UTF-8, and
// answers pings and close frames. Functions with a Deadline may suspend; the caller has called Socket::begin() for
// their side.
#pragma once

#include <memory>

#include "client/socket.h"
#include "protocol/http/ws/message.h"
#include "protocol/http/ws/message_writer.h"

namespace tern::client {

class WebSocketConnection {
public:
    struct Options {
        http::ws::MessageLimits message;
        http::ws::MessageWriter::Compression compression;
        bool passes_close = false;  // the program gets close frames, and may answer them before it receives again
        bool passes_ping = false;   // the program gets pings, and answers them
        bool passes_pong = false;
    };
    // The pool is shared by the connections of a process.
    using Codecs = std::shared_ptr<http::ws::CodecPool>;

    WebSocketConnection(Socket& socket, const Options& options, const std::optional<http::ws::DeflateTerms>& terms,
                        Codecs codecs) noexcept;
    WebSocketConnection(const WebSocketConnection&) = delete;
    WebSocketConnection& operator=(const WebSocketConnection&) = delete;

    // Sends a frame: text, binary, continuation, ping, pong, or close (its payload is code and reason). After timed_out
    // the next call sends the rest of the frame first. Other errors:
    //   websocket_unconnected   a close frame was sent, or the connection has ended
    //   websocket_bad_opcode    unknown; a continuation of nothing; a new message within a fragmented one
    //   data_length_too_large   more than 125 bytes for a control frame
    //   invalid_params          a close frame with a code that may not be sent
    Error push(coro::FdWaits* waits, http::ws::Opcode opcode, Bytes payload, http::ws::PushFlags flags,
               coro::Deadline until) noexcept;
    // Begins the closing handshake; the server's part of it is received as the end. 1005: without a code.
    Error close(coro::FdWaits* waits, uint16_t code, Bytes reason, coro::Deadline until) noexcept;

    struct Message {
        http::ws::Opcode opcode = http::ws::Opcode::continuation;  // continuation: it has ended, see close_code()
        bool compressed = false;                                   // by the server
        Bytes payload;                                             // valid until the next call
    };
    // Replaces these options.
    void pass(bool close, bool ping, bool pong) noexcept {
        options_.passes_close = close;
        options_.passes_ping = ping;
        options_.passes_pong = pong;
    }
    // The next message, or a control frame if the options say so.
    //   protocol_error          the server violates the protocol; a close frame was sent, and why() has the reason
    //   connection_reset        the connection ended within a frame
    Result<Message> receive(coro::FdWaits* waits, coro::Deadline until) noexcept;
    // After a message was handled: frees its memory.
    void release() noexcept;

    bool compresses() const noexcept { return compresses_; }
    bool is_open() const noexcept { return state_ == State::open; }
    // How it ended: the server's code, 1005 if it gave none, 1006 if the connection ended without a close frame, or the
    // code of a violation. 0: it has not ended.
    uint16_t close_code() const noexcept { return close_code_; }
    const std::string& close_reason() const noexcept { return close_reason_; }
    // The reason of the last protocol_error, static; otherwise null.
    const char* why() const noexcept { return why_; }

private:
    enum class State : uint8_t {
        open,
        closing,  // our close frame is sent, and the server's is awaited
        ended,
    };

    Result<bool> take_step(Message& message) noexcept;
    bool take_control(const http::ws::MessageStep& step) noexcept;
    void take_close(Bytes payload) noexcept;
    void answer_close() noexcept;
    Error violate(const http::ws::Violation& violation) noexcept;
    Message end(uint16_t code) noexcept;
    Result<size_t> try_fill() noexcept;
    Error fill(coro::FdWaits* waits, coro::Deadline until) noexcept;

    void add_frame(http::ws::FrameHead head, Bytes payload) noexcept;
    void add_control(http::ws::Opcode opcode, Bytes payload) noexcept;
    void add_close(uint16_t code, Bytes reason) noexcept;
    Error flush(coro::FdWaits* waits, coro::Deadline until) noexcept;
    Error try_flush() noexcept;
    void try_flush_unasked(coro::FdWaits* waits) noexcept;
    http::ws::MaskKey next_key() noexcept;

    Socket& socket_;
    Options options_;
    const bool compresses_;
    const Codecs codecs_;
    http::ws::MessageReader reader_;
    http::ws::MessageWriter writer_;
    Buffer input_;
    size_t used_ = 0;  // bytes of input_
    Buffer output_;    // masked frames
    size_t sent_ = 0;  // bytes of output_
    std::string close_reason_;
    const char* why_ = nullptr;
    uint16_t close_code_ = 0;
    State state_ = State::open;
    bool answers_close_ = false;  // a close frame was passed on, and is not answered yet
    static constexpr size_t kKeysAtOnce = 16;
    std::array<http::ws::MaskKey, kKeysAtOnce> keys_{};
    size_t keys_left_ = 0;
};

}  // namespace tern::client
