// ClientSession is the client's side of one HTTP/2 connection (RFC 9113), based on libnghttp2, without a socket:
// requests become output, input of the server becomes events. nghttp2 handles frames, HPACK, stream states, flow
// control and malformed input, and keeps requests that the server's SETTINGS_MAX_CONCURRENT_STREAMS does not allow yet.
// Servers may not push (SETTINGS_ENABLE_PUSH is 0).
//
// receive() and send() call the events. An event may call consume(), resume() and reset(), and nothing else.
#pragma once

#include "protocol/http/h2/field_list.h"
#include "protocol/http/h2/session_base.h"

namespace tern::http::h2 {

// What a client tells the server in its first SETTINGS frame.
struct ClientOptions {
    uint32_t header_table_bytes = 4096;      // of the server's encoder
    uint32_t concurrent_streams = 128;       // of pushes, which are refused: it has no effect
    uint32_t stream_window_bytes = 1 << 20;  // of a body that is not read
    uint32_t connection_window_bytes = 8 << 20;
    uint32_t frame_bytes = 16384;
    uint32_t head_bytes = 64 * 1024;  // of a head or trailers, counted as in RFC 9113 6.5.2
};

// The user of one stream, which must exist until on_closed().
class ClientStreamEvents {
public:
    // The final head begins. Interim responses are skipped.
    virtual void on_status(int status) = 0;
    // A field of the final head, or of the trailers.
    virtual void on_field(Bytes name, Bytes value) = 0;
    // The final head is complete. `ends`: there is no body.
    virtual void on_head(bool ends) = 0;
    // A part of the body. It counts against the window until consume().
    virtual void on_data(Bytes data) = 0;
    // The response is complete.
    virtual void on_end() = 0;
    // How much of the request's body is available for a frame of at most `most` bytes.
    virtual Pull on_pull(size_t most) = 0;
    // Appends exactly the bytes that on_pull() has announced.
    virtual void on_put(Buffer& out, size_t count) = 0;
    // Both sides have ended the stream, or one has reset it. `code`: why it was reset.
    virtual void on_closed(ErrorCode code) = 0;

protected:
    ~ClientStreamEvents() = default;
};

class ClientSessionEvents {
public:
    // The server begins to end the connection. Streams above `last_stream_id` get on_closed(refused_stream).
    virtual void on_go_away(int32_t last_stream_id, ErrorCode code, Bytes debug_data) = 0;
    // The request was never sent: it was reset before, or the server accepts no more (refused_stream), or its head is
    // too large (internal_error). No event of its stream follows.
    virtual void on_not_sent(int32_t stream_id, ErrorCode code) = 0;

protected:
    ~ClientSessionEvents() = default;
};

class ClientSession final : public SessionBase {
public:
    // The events outlive the session.
    ClientSession(const ClientOptions& options, ClientSessionEvents& events) noexcept;

    // Consumes all input. False: the connection must end after send() has sent everything; see why().
    bool receive(Bytes in) noexcept;
    // Appends frames until `out` has `most` bytes or nothing is left to send.
    void send(Buffer& out, size_t most) noexcept;

    // Sends a request: its head, then the data of on_pull() if `has_body`. Returns its stream; negative: there are no
    // more numbers for streams.
    int32_t request(const FieldList& fields, bool has_body, ClientStreamEvents& stream) noexcept;
    // True: the request is complete, or its stream is closed.
    bool has_sent_all(int32_t stream_id) const noexcept;

    void go_away(ErrorCode code, Bytes debug_data) noexcept;

    // A setting of the server, by its number in RFC 9113 6.5.2.
    uint32_t setting_of_server(uint16_t id) const noexcept;
    // The number of the next request.
    uint32_t next_stream_id() const noexcept;

private:
    struct Callbacks;

    bool make() noexcept;
    void submit_settings(const ClientOptions& options) noexcept;

    static constexpr size_t kFieldOverhead = 32;  // added to the size of each field
    static constexpr size_t kMostFrames = 1000;   // SETTINGS and PING that wait for their acknowledgement
    static constexpr size_t kMostRequestHead = 1 << 20;
    static constexpr uint32_t kMostContinuations = 64;  // CONTINUATION frames of one head
    static constexpr uint64_t kLeastStatus = 100;
    static constexpr uint32_t kMostInterim = 100;  // interim responses of one connection in a row

    ClientSessionEvents& events_;
    uint32_t queued_go_aways_ = 0;  // of the program, not sent yet
    uint64_t head_bytes_ = 0;       // of the block of fields that is being received
    uint64_t most_head_bytes_;
    int status_ = 0;  // of that block; 0: it has none, so it is trailers
    uint32_t interim_ = 0;
    uint32_t continuations_ = 0;
};

// The callbacks of nghttp2 for clients: each becomes an event of the session.
struct ClientSession::Callbacks {
    static ClientSession& of(void* session) noexcept { return *static_cast<ClientSession*>(session); }
    static ClientStreamEvents* stream_of(nghttp2_session* session, int32_t stream_id) noexcept {
        return static_cast<ClientStreamEvents*>(nghttp2_session_get_stream_user_data(session, stream_id));
    }

    static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept;
    static int on_stream_close(nghttp2_session*, int32_t stream_id, uint32_t code, void* self) noexcept;
    static int on_header(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name, size_t name_size,
                         const uint8_t* value, size_t value_size, uint8_t flags, void* self) noexcept;
    static int on_begin_frame(nghttp2_session*, const nghttp2_frame_hd* head, void* self) noexcept;
    static int on_data(nghttp2_session*, uint8_t flags, int32_t stream_id, const uint8_t* data, size_t size,
                       void* self) noexcept;
    static int on_frame_sent(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept;
    static int on_invalid_header(nghttp2_session*, const nghttp2_frame*, const uint8_t*, size_t, const uint8_t*, size_t,
                                 uint8_t, void*) noexcept;
    static ssize_t pull(nghttp2_session*, int32_t stream_id, uint8_t*, size_t most, uint32_t* flags,
                        nghttp2_data_source* source, void* self) noexcept;
    static int on_begin_headers(nghttp2_session*, const nghttp2_frame*, void* self) noexcept;
    static int put(nghttp2_session*, nghttp2_frame*, const uint8_t* head, size_t size, nghttp2_data_source* source,
                   void* self) noexcept;
    static int on_invalid_frame(nghttp2_session*, const nghttp2_frame*, int error, void* self) noexcept;
    static int on_frame_not_sent(nghttp2_session*, const nghttp2_frame* frame, int error, void* self) noexcept;
};

}  // namespace tern::http::h2
