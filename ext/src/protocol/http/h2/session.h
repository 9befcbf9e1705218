// Session is the server's side of one HTTP/2 connection (RFC 9113), over libnghttp2, without a socket: bytes of the
// client in, events out; answers in, bytes for the client out. Frames, HPACK, stream states, flow control, priorities
// (RFC 9218) and what is malformed are nghttp2's affair; limits on what a client may make us do are ours.
//
// Events come from within receive() and send(). Within them anything may be called but receive(), send() and the
// destructor.
#pragma once

#include <memory>

#include "base/buffer.h"
#include "protocol/http/h2/frame_watch.h"
#include "protocol/http/h2/own_fields.h"
#include "protocol/http/h2/request_reader.h"

struct nghttp2_session;

namespace tern::http::h2 {

// RFC 9113 7.
enum class ErrorCode : uint32_t {
    no_error = 0x0,
    protocol_error = 0x1,
    internal_error = 0x2,
    flow_control_error = 0x3,
    settings_timeout = 0x4,
    stream_closed = 0x5,
    frame_size_error = 0x6,
    refused_stream = 0x7,
    cancel = 0x8,
    compression_error = 0x9,
    connect_error = 0xa,
    enhance_your_calm = 0xb,
    inadequate_security = 0xc,
    http_1_1_required = 0xd,
};

struct SessionOptions {
    HeadLimits head;  // 414, 431
    FloodLimits floods;
    uint32_t header_table_bytes = 4096;  // of the client's encoder
    uint32_t concurrent_streams = 128;
    uint32_t stream_window_bytes = 65535;  // of a body that nobody takes
    uint32_t connection_window_bytes = 1 << 20;
    uint32_t frame_bytes = 16384;
    bool extended_connect = false;  // RFC 8441
};

// What a body in pieces has for its next DATA frame.
struct Pull {
    size_t bytes = 0;            // 0, and no end: nothing now, until resume()
    bool end = false;            // these are the last
    bool trailers_next = false;  // with the end: on_trailers() sends them
};

// The user's side of one stream; outlives it, which on_closed() ends.
class StreamEvents {
public:
    // A part of the request's body. It counts against its window until consume().
    virtual void on_data(Bytes data) = 0;
    // The request is complete. Not told of those that end with their head.
    virtual void on_end() = 0;
    // How much of the answer's body there is for a frame of at most `most` bytes.
    virtual Pull on_pull(size_t most) = 0;
    // Exactly what on_pull() promised, to be appended.
    virtual void on_put(Buffer& out, size_t count) = 0;
    // Whether what on_pull() offered is still there: the answer may have been dropped since.
    virtual bool has_to_put(size_t) const { return true; }
    virtual void on_trailers() = 0;
    // The head of its answer, or trailers, are beyond all bounds. It waits for reset().
    virtual void on_unsendable() = 0;
    // All frames of it are sent, or it was reset by either side. The stream is forgotten.
    virtual void on_closed(ErrorCode code) = 0;

protected:
    ~StreamEvents() = default;
};

class ResponseFields;

class SessionEvents {
public:
    // The head of a request, complete and not malformed. `ends`: it has no body. Who wants to hear of the stream says
    // so with attach().
    virtual void on_request(int32_t stream_id, RequestReader& reader, bool ends) = 0;
    virtual void on_ping_answer() {}
    // A stream was refused since there are too many, or the connection ends because of it.
    virtual void on_too_many_streams() {}
    // The connection ends for a head far beyond the limit. A head that is merely beyond it is refused by its reader.
    virtual void on_endless_head() {}

protected:
    ~SessionEvents() = default;
};

class Session {
public:
    // The events outlive the session.
    Session(const SessionOptions& options, SessionEvents& events) noexcept;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    // Everything is taken. False: the connection is to end when send() has nothing more; why() says the reason.
    bool receive(Bytes in, int64_t now_ms) noexcept;
    // Appends frames until `out` holds `most` bytes or nothing is left to say.
    void send(Buffer& out, size_t most) noexcept;
    bool wants_to_send() const noexcept;
    // Neither side has anything more to say.
    bool over() const noexcept;
    // Frames wait that the client made us send: who does not take them is not read from.
    bool is_clogged() const noexcept;
    // In the middle of a head.
    bool in_head() const noexcept { return in_head_; }
    bool has_greeted() const noexcept { return greeted_; }

    void attach(int32_t stream_id, StreamEvents& stream) noexcept;
    // An answer: its head, then what on_pull() gives; `ends`: there is no body.
    void respond(int32_t stream_id, const ResponseHead& head, const OwnFields& own, bool ends) noexcept;
    // An interim answer.
    void inform(int32_t stream_id, const ResponseHead& head) noexcept;
    void send_trailers(int32_t stream_id, const Field* fields, size_t count) noexcept;
    // There is something to pull again.
    void resume(int32_t stream_id) noexcept;
    // It has something to send, and the client's windows are closed.
    bool is_blocked(int32_t stream_id) const noexcept;
    // The window of a request's body opens by that much.
    void consume(int32_t stream_id, size_t count) noexcept;
    void reset(int32_t stream_id, ErrorCode code) noexcept;

    void ping() noexcept;
    // No new streams shall be opened: a notice first, with a PING behind it, the final word with shut_down().
    void announce_shutdown() noexcept;
    static constexpr size_t kMostDebugData = 8192;
    void shut_down(ErrorCode code, Bytes debug_data) noexcept;
    // The same, and nothing of what is there is completed.
    void terminate(ErrorCode code) noexcept;

    bool flooded() const noexcept { return flooded_; }
    Flood flood() const noexcept { return watch_.floods().kind(); }
    // Static text; null: nothing went wrong.
    const char* why() const noexcept { return why_; }

private:
    struct Callbacks;

    bool make(const SessionOptions& options) noexcept;
    void submit_settings(const SessionOptions& options) noexcept;
    Bytes behind_preface(Bytes in) noexcept;
    bool fail(const char* why, ErrorCode code) noexcept;
    bool fail_by(int error) noexcept;
    void on_flood() noexcept;
    void refuse_frame() noexcept;

    static constexpr size_t kMostQueuedFrames = 2000;
    static constexpr size_t kMostAnswerHeadBytes = 1 << 20;

    SessionEvents& events_;
    FrameWatch watch_;
    RequestReader reader_;
    std::unique_ptr<ResponseFields> fields_;
    nghttp2_session* session_ = nullptr;
    Buffer* out_ = nullptr;  // of send()
    size_t most_ = 0;
    const char* why_ = nullptr;
    const char* last_invalid_ = nullptr;
    uint64_t most_head_bytes_;
    uint32_t most_streams_;
    uint32_t open_streams_ = 0;
    uint32_t preface_seen_ = 0;
    bool flooded_ = false;
    bool greeted_ = false;
    bool in_head_ = false;
};

// The bytes that every client sends first (RFC 9113 3.4).
inline constexpr Bytes kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

}  // namespace tern::http::h2
