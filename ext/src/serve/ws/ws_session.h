// One WebSocket: the protocol of RFC 6455 between a WsTransport, which owns it, and a WsHandler, the program. It is in
// WsRegistry by its session id until it has ended. Every call may end it: look it up again before the next call.
#pragma once

#include <optional>

#include "loop/loop.h"
#include "protocol/http/ws/message.h"
#include "protocol/http/ws/message_writer.h"
#include "serve/connection_state.h"
#include "serve/context.h"
#include "serve/input_budget.h"
#include "serve/ws/ws_options.h"
#include "serve/ws/ws_shared_frame.h"
#include "serve/ws/ws_transport.h"

namespace tern::serve {

class WsSession;

// The program. Called on the loop. It may run PHP code, and returns when that suspends.
class WsHandler {
public:
    struct Message {
        http::ws::Opcode opcode = http::ws::Opcode::text;
        Bytes payload;            // valid during the call; for a close frame with its code
        bool compressed = false;  // it was compressed by the client
    };
    // A whole message; also a close, ping or pong frame if the options say so. A program that works on it after the
    // call calls begin() within the call and done() when it has finished. If it has not called close() for a close
    // frame by then, the session answers the frame.
    virtual void on_message(WsSession& session, const Message& message) = 0;
    // The queue has fallen below WsOptions::drained_bytes, after a refused push().
    virtual void on_drained(WsSession& session) = 0;
    // It has ended and is not found any more. The code is 1005 if the client gave none, 1006 if the connection was
    // lost. `clean`: there was a closing handshake. RequestHandler::on_close() follows for its session.
    virtual void on_closed(WsSession& session, uint16_t code, Bytes reason, bool clean) = 0;

protected:
    ~WsHandler() = default;
};

// What an exchange needs to become a WebSocket: see Responder::upgrade(). All outlive the session.
struct WsStart {
    WsHandler& handler;
    const WsOptions& options;
    std::optional<http::ws::DeflateTerms> deflate;
};

using http::ws::PushFlags;

// The limit of a broadcast for one client's queue.
struct QueueLimit {
    uint64_t bytes = 6 << 20;
    bool close_when_full = false;
};

class WsSession final : private UnfinishedInput {
public:
    static constexpr uint8_t kStatusActive = 3;  // a published number, as kStatusClosing

    enum class State : uint8_t {
        open,
        closing,  // our close frame is sent, and the client's is awaited
        ended,
    };

    WsSession(WsTransport& transport, Context& context, int64_t id, const WsStart& start) noexcept;
    WsSession(const WsSession&) = delete;
    WsSession& operator=(const WsSession&) = delete;
    ~WsSession();

    int64_t id() const noexcept { return id_; }
    State state() const noexcept { return state_; }
    const WsOptions& options() const noexcept { return options_; }
    bool compresses() const noexcept { return deflate_.has_value(); }
    uint64_t queued() const noexcept { return transport_.queued(); }
    void* owner = nullptr;  // for the handler

    // Sends a frame: text, binary, continuation, ping, pong, or close (its payload is code and reason). The slice keeps
    // its bytes until they are sent. Errors:
    //   websocket_unconnected   a close frame was sent, or it has ended
    //   websocket_bad_opcode    unknown; a continuation of nothing; a new message within a fragmented one
    //   data_length_too_large   more than 125 bytes for a control frame
    //   invalid_params          a close frame with a code that may not be sent
    //   output_buffer_overflow  more than WsOptions::queue_bytes would be queued: nothing is sent, on_drained() follows
    // After a close frame, messages of the client are still handled until its own close frame arrives (RFC 6455 1.4).
    // A text that is not UTF-8 makes clients close with 1007; it is not checked here.
    Error push(http::ws::Opcode opcode, Slice payload, PushFlags flags = {}) noexcept;
    // Sends a shared frame. A client that is too far behind does not get it, and may be closed: output_buffer_overflow,
    // without on_drained().
    Error push_frame(SharedFrame& frame, QueueLimit limit = {}) noexcept;
    // Begins the closing handshake. on_closed() follows, at the latest after WsOptions::close_timeout_ms. `code` must
    // be valid for valid_close_code(), or 1005 for none: otherwise invalid_params. The reason is truncated to 123
    // bytes.
    Error close(uint16_t code, Bytes reason) noexcept;
    Error ping(Bytes payload = {}) noexcept { return push(http::ws::Opcode::ping, Slice(payload)); }

    // A message is being handled, or waits to be handled. Reading pauses above a number of them, and of their bytes.
    void begin(uint64_t bytes) noexcept;
    void done(uint64_t bytes) noexcept;

    // --- For the transport.

    // Handles received bytes, and changes them. Returns the number of used bytes: fewer while reading pauses, see
    // read_on().
    size_t receive(char* in, size_t size) noexcept;
    bool paused() const noexcept;
    // True: the handler of a message is sending, and no other handler follows in this turn.
    bool sends_at_once() const noexcept { return delivering_ && !gathering_.now(); }
    // Some of the queue was sent.
    void on_sent() noexcept;
    // The connection is lost, or the client has ended its direction. The handler is notified, unless the session has
    // ended before.
    void on_lost(const char* why) noexcept;
    // The worker leaves.
    void drain() noexcept;
    // Sends a close frame and ends without waiting for a response. The handler is notified.
    void close_at_once(uint16_t code, Bytes reason) noexcept;
    // The same, but the handler is not notified: no more PHP runs.
    void terminate() noexcept;
    // The WebSocket is lost. Nothing is sent, and the handler is not notified.
    void detach() noexcept;

private:
    // Input
    void deliver(const http::ws::MessageStep& step) noexcept;
    void take_control(const http::ws::MessageStep& step) noexcept;
    void take_message(const http::ws::MessageStep& step) noexcept;
    bool takes_messages() const noexcept;
    void take_close(const http::ws::MessageStep& step) noexcept;
    void answer_close(uint16_t code, Bytes reason) noexcept;
    void violate(const http::ws::Violation& violation) noexcept;
    void count_message() noexcept;
    void drop_input() noexcept override;

    // Output
    Error check(http::ws::Opcode opcode, size_t size) const noexcept;
    bool has_room(uint64_t bytes, uint64_t limit) const noexcept;
    void send_control(http::ws::Opcode opcode, Bytes payload) noexcept;
    void send_frame(const http::ws::FrameHead& head, Slice payload) noexcept;
    void send_close(uint16_t code, Bytes reason) noexcept;
    Error push_close(Bytes payload) noexcept;

    // Life
    void end(uint16_t code, Bytes reason, bool clean) noexcept;
    void finish(uint16_t code, Bytes reason, bool clean) noexcept;
    void set_status(uint8_t status) noexcept;
    void schedule() noexcept;
    void on_timer() noexcept;
    void on_silence(int64_t now_ms) noexcept;
    uint16_t leave_code() const noexcept;
    int64_t next_deadline_ms() const noexcept;

    static constexpr int64_t kNever = INT64_MAX;
    static constexpr uint8_t kStatusClosing = 4;

    WsTransport& transport_;
    Context& context_;
    WsHandler& handler_;
    const WsOptions& options_;
    const std::optional<http::ws::DeflateTerms> deflate_;
    http::ws::MessageReader reader_;
    http::ws::MessageWriter writer_;
    loop::Timer timer_;
    const int64_t id_;
    uint64_t handled_bytes_ = 0;
    uint32_t handled_ = 0;
    int64_t received_at_ms_;  // time of the last input
    int64_t message_at_ms_;   // time of the last message in either direction
    int64_t pong_until_ms_ = kNever;
    int64_t leave_at_ms_ = kNever;
    int64_t close_until_ms_ = kNever;
    uint16_t close_code_ = 0;  // from the client
    Bytes close_reason_;       // valid while its frame is
    State state_ = State::open;
    bool refused_ = false;         // a refused push() waits for on_drained()
    bool takes_late_ = false;      // push() has sent our close frame
    bool close_received_ = false;  // and it is not answered yet
    bool delivering_ = false;
    bool more_arrived_ = false;  // after the message that is being delivered
    Gathering gathering_;
};

}  // namespace tern::serve
