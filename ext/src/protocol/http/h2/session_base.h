// What both sides of an HTTP/2 connection have in common: the session of nghttp2, its output, and how it fails.
#pragma once

#include <cstdint>
#include <memory>

#include "protocol/http/h2/frame_output.h"
#include "protocol/http/h2/pooled_memory.h"

namespace tern::http::h2 {

// The error codes of RST_STREAM and GOAWAY frames (RFC 9113 7).
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

// Makes nghttp2 call the static functions of T. Null: no memory. The caller deletes the result.
template <class T>
nghttp2_session_callbacks* make_callbacks() noexcept {
    nghttp2_session_callbacks* made = nullptr;
    if (nghttp2_session_callbacks_new(&made) != 0) return nullptr;
    nghttp2_session_callbacks_set_on_begin_frame_callback(made, T::on_begin_frame);
    nghttp2_session_callbacks_set_on_begin_headers_callback(made, T::on_begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(made, T::on_header);
    nghttp2_session_callbacks_set_on_invalid_header_callback(made, T::on_invalid_header);
    nghttp2_session_callbacks_set_on_frame_recv_callback(made, T::on_frame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made, T::on_data);
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(made, T::on_invalid_frame);
    nghttp2_session_callbacks_set_on_frame_send_callback(made, T::on_frame_sent);
    nghttp2_session_callbacks_set_on_stream_close_callback(made, T::on_stream_close);
    nghttp2_session_callbacks_set_send_data_callback(made, T::put);
    return made;
}

class SessionBase {
public:
    SessionBase(const SessionBase&) = delete;
    SessionBase& operator=(const SessionBase&) = delete;

    bool wants_to_send() const noexcept { return nghttp2_session_want_write(session_) != 0; }
    // Neither side has anything more to send.
    bool over() const noexcept { return !wants_to_send() && nghttp2_session_want_read(session_) == 0; }

    // on_pull() has data again.
    void resume(int32_t stream_id) noexcept { (void)nghttp2_session_resume_data(session_, stream_id); }
    // Opens the window of a body by `count` bytes.
    void consume(int32_t stream_id, size_t count) noexcept {
        (void)nghttp2_session_consume_stream(session_, stream_id, count);
    }
    void reset(int32_t stream_id, ErrorCode code) noexcept {
        (void)nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, stream_id, static_cast<uint32_t>(code));
    }
    void ping() noexcept { (void)nghttp2_submit_ping(session_, NGHTTP2_FLAG_NONE, nullptr); }
    static constexpr size_t kMostDebugData = 8192;

    // A static text; null: there was no error.
    const char* why() const noexcept { return why_; }

protected:
    SessionBase() = default;
    ~SessionBase() { nghttp2_session_del(session_); }

    // Consumes all input. False: the connection must end.
    bool feed(Bytes in) noexcept;
    // Both return false.
    bool fail(const char* why, ErrorCode code) noexcept;
    bool fail_by(int error) noexcept;
    // A GOAWAY that nghttp2 sends by itself ends the connection.
    void note_local_error() noexcept {
        if (why_ == nullptr) why_ = last_invalid_ != nullptr ? last_invalid_ : "a connection error";
    }
    void consume_connection(size_t count) noexcept { (void)nghttp2_session_consume_connection(session_, count); }
    // An unread body must not block the others: only its own window stays closed. Null: the stream has no user.
    template <class Stream>
    void pass_data(int32_t stream_id, Stream* stream, Bytes data) noexcept {
        consume_connection(data.size());
        if (stream != nullptr) {
            stream->on_data(data);
        } else {
            consume(stream_id, data.size());
        }
    }

    std::shared_ptr<PooledMemory> memory_;  // of session_; null: by malloc()
    nghttp2_session* session_ = nullptr;
    FrameOutput output_;
    const char* why_ = nullptr;
    const char* last_invalid_ = nullptr;
};

}  // namespace tern::http::h2
