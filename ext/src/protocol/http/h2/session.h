// Session is the server's side of one HTTP/2 connection (RFC 9113), based on libnghttp2, without a socket: input of the
// client becomes events, responses become output. nghttp2 handles frames, HPACK, stream states, flow control and
// priorities (RFC 9218); malformed requests and the limits on a client's demands are handled here. A small body that is
// complete is sent with its head, past nghttp2.
//
// receive() and send() call the events. An event may call everything but receive(), send() and the destructor.
#pragma once

#include <memory>
#include <nghttp2/nghttp2.h>

#include "protocol/http/h2/frame_watch.h"
#include "protocol/http/h2/head_queue.h"
#include "protocol/http/h2/request_reader.h"
#include "protocol/http/h2/session_base.h"

namespace tern::http::h2 {

struct SessionOptions {
    HeadLimits head;  // 414, 431
    FloodLimits floods;
    uint32_t field_lines = RequestReader::kFieldLines;  // of a head: 431
    uint32_t header_table_bytes = 4096;                 // of the client's encoder
    uint32_t concurrent_streams = 128;
    uint32_t stream_window_bytes = 65535;  // of a body that is not read
    uint32_t connection_window_bytes = 1 << 20;
    uint32_t frame_bytes = 16384;
    bool extended_connect = false;         // RFC 8441
    std::shared_ptr<PooledMemory> memory;  // null: by malloc()
};

// The user of one stream, which must exist until on_closed().
class StreamEvents {
public:
    // Set by the session: the client has ended its direction; and how much of the announced body has not arrived yet,
    // -1: none is announced.
    bool client_has_ended = false;
    int64_t announced_left = -1;

    // A part of the request's body. It counts against the window until consume().
    virtual void on_data(Bytes data) = 0;
    // The request is complete. Not called if it ends with its head.
    virtual void on_end() = 0;
    // How much of the response's body is available for a frame of at most `most` bytes.
    virtual Pull on_pull(size_t most) = 0;
    // Appends exactly the bytes that on_pull() has announced. False: some are lost. Their frame is not sent, and the
    // stream is reset.
    virtual bool on_put(Buffer& out, size_t count) = 0;
    // Whether the announced bytes still exist: the response may have been dropped since.
    virtual bool has_to_put(size_t) const { return true; }
    virtual void on_trailers() = 0;
    // The head or the trailers of its response are too large to send. The stream waits for reset().
    virtual void on_unsendable() = 0;
    // All of its frames are sent, or either side has reset it. The session has ended the stream.
    virtual void on_closed(ErrorCode code) = 0;

protected:
    ~StreamEvents() = default;
};

class SessionEvents {
public:
    // The head of a request, complete and not malformed. `ends`: it has no body. Call attach() to get the events of the
    // stream.
    virtual void on_request(int32_t stream_id, RequestReader& reader, bool ends) = 0;
    virtual void on_ping_ack() {}
    // A stream was refused because there are too many, or the connection ends for that reason.
    virtual void on_too_many_streams() {}
    // The connection ends because a head is far above the limit. A head slightly above it is refused by its reader.
    virtual void on_endless_head() {}

protected:
    ~SessionEvents() = default;
};

class Session final : public SessionBase {
public:
    // The events outlive the session.
    Session(const SessionOptions& options, SessionEvents& events) noexcept;
    ~Session();

    // Consumes all input. False: the connection must end after send() has sent everything; see why().
    bool receive(Bytes in, int64_t now_ms) noexcept;
    // Appends frames until `out` has `most` bytes or nothing is left to send.
    void send(Buffer& out, size_t most) noexcept;
    bool wants_to_send() const noexcept { return !heads_.empty() || SessionBase::wants_to_send(); }
    // Neither side has anything more to send.
    bool over() const noexcept { return heads_.empty() && SessionBase::over(); }
    // True: frames that the client caused are waiting. The connection does not read until it has received them.
    bool output_full() const noexcept;
    // True: a head is incomplete.
    bool in_head() const noexcept { return in_head_; }
    bool has_greeted() const noexcept { return greeted_; }

    void attach(int32_t stream_id, StreamEvents& stream) noexcept;
    // Sends a response: its head, then the data of on_pull(). `ends`: there is no body. Calls on_unsendable() if the
    // head is too large.
    void respond(int32_t stream_id, const ResponseHead& head, const OwnFields& own, bool ends) noexcept;
    // An interim response.
    void inform(int32_t stream_id, const ResponseHead& head) noexcept;
    void send_trailers(int32_t stream_id, const Field* fields, size_t count) noexcept;
    // How much DATA the client still accepts on the connection.
    int64_t window() const noexcept {
        return int64_t{nghttp2_session_get_remote_window_size(session_)} - watch_.uncounted();
    }
    // True: it has data to send, but the client's windows are closed.
    bool is_blocked(int32_t stream_id) const noexcept;

    // The client should open no new streams: sends a first GOAWAY with a PING after it; shut_down() sends the final
    // one.
    void announce_shutdown() noexcept;
    void shut_down(ErrorCode code, Bytes debug_data) noexcept;
    // The same, but open streams are not completed.
    void terminate(ErrorCode code) noexcept;

    bool flooded() const noexcept { return flooded_; }
    Flood flood() const noexcept { return watch_.floods().kind(); }

private:
    struct Callbacks;

    bool make(const SessionOptions& options) noexcept;
    void submit_settings(const SessionOptions& options) noexcept;
    Bytes behind_preface(Bytes in) noexcept;
    void on_flood() noexcept;
    void refuse_frame() noexcept;
    void begin_request(int32_t stream_id, bool ends) noexcept;
    void end_input(nghttp2_session* handle, const nghttp2_frame_hd& last) noexcept;
    void reset_malformed(int32_t stream_id) noexcept;
    bool fits(int32_t stream_id, const Field* fields, size_t count) noexcept;
    bool submit_head() noexcept;
    int submit(int32_t stream_id, StreamEvents& stream, HeadQueue::Kind kind) noexcept;
    int submit_response(int32_t stream_id, StreamEvents& stream, bool ends) noexcept;
    bool has_room(int32_t stream_id, size_t bytes) const noexcept;
    void complete_head(Buffer& out, size_t place) noexcept;
    void write_fields(Buffer& out, size_t place) noexcept;
    void write_body(Buffer& out, size_t place) noexcept;

    // A body up to this size is sent with its head, whatever its priority: both fit into one packet.
    static constexpr size_t kSmallBody = 1024;
    // It leaves this much of the connection's window to others: nghttp2 may have begun a DATA frame, which has room
    // then.
    static constexpr int64_t kReservedWindow = 16384;
    static constexpr size_t kMostQueuedFrames = 2000;
    static constexpr size_t kMostPayload = 16384;  // of a frame that every client accepts

    SessionEvents& events_;
    FrameWatch watch_;
    RequestReader reader_;
    HeadQueue heads_;
    HeadEncoder encoder_;
    uint64_t most_head_bytes_;
    uint64_t most_field_lines_;
    uint32_t most_streams_;
    uint32_t open_streams_ = 0;
    uint32_t preface_seen_ = 0;
    bool flooded_ = false;
    bool greeted_ = false;
    bool in_head_ = false;
    bool head_ends_stream_ = false;    // of the request that on_request() reports
    StreamEvents* sending_ = nullptr;  // the stream of the last DATA frame
    int32_t sending_id_ = 0;
    StreamEvents* head_stream_ = nullptr;  // the stream of the last HEADERS frame
    size_t small_body_ = 0;                // the bytes of the body that are sent with that frame
    int32_t sent_head_ = 0;                // the stream whose HEADERS frame nghttp2 has just made; 0: none
    bool head_closes_ = false;             // that frame has closed the stream
};

// The bytes that every client sends first (RFC 9113 3.4).
inline constexpr Bytes kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

// The callbacks of nghttp2: each becomes an event of the session.
struct Session::Callbacks {
    static Session& of(void* session) noexcept { return *static_cast<Session*>(session); }
    static StreamEvents* stream_of(nghttp2_session* session, int32_t stream_id) noexcept {
        return static_cast<StreamEvents*>(nghttp2_session_get_stream_user_data(session, stream_id));
    }

    static int on_begin_frame(nghttp2_session*, const nghttp2_frame_hd* head, void* self) noexcept;
    static int on_begin_headers(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept;
    static int on_header(nghttp2_session*, const nghttp2_frame*, const uint8_t* name, size_t name_size,
                         const uint8_t* value, size_t value_size, uint8_t flags, void* self) noexcept;
    static int on_invalid_header(nghttp2_session*, const nghttp2_frame*, const uint8_t*, size_t, const uint8_t*, size_t,
                                 uint8_t, void*) noexcept;
    static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept;
    static int on_data(nghttp2_session*, uint8_t flags, int32_t stream_id, const uint8_t* data, size_t size,
                       void* self) noexcept;
    static int on_invalid_frame(nghttp2_session*, const nghttp2_frame*, int error, void* self) noexcept;
    static int on_frame_sent(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept;
    static int on_stream_close(nghttp2_session*, int32_t stream_id, uint32_t code, void* self) noexcept;
    static ssize_t pull(nghttp2_session*, int32_t stream_id, uint8_t*, size_t most, uint32_t* flags,
                        nghttp2_data_source* source, void* self) noexcept;
    static int put(nghttp2_session*, nghttp2_frame*, const uint8_t* head, size_t size, nghttp2_data_source* source,
                   void* self) noexcept;
};

}  // namespace tern::http::h2
