#include "protocol/http/h2/client_session.h"
#include "protocol/http/number.h"

namespace tern::http::h2 {

int ClientSession::Callbacks::on_begin_frame(nghttp2_session*, const nghttp2_frame_hd* head, void* self) noexcept {
    // The first SETTINGS frame has forbidden it.
    if (head->type == NGHTTP2_PUSH_PROMISE) (void)of(self).fail("PUSH_PROMISE", ErrorCode::protocol_error);
    uint32_t& count = of(self).continuations_;
    count = head->type == NGHTTP2_CONTINUATION ? count + 1 : 0;
    if (count > kMostContinuations) (void)of(self).fail("CONTINUATION frames", ErrorCode::enhance_your_calm);
    return 0;
}

int ClientSession::Callbacks::on_begin_headers(nghttp2_session*, const nghttp2_frame*, void* self) noexcept {
    of(self).head_bytes_ = 0;
    of(self).status_ = 0;
    return 0;
}

// The status comes before the fields, and nghttp2 has checked that it is three digits. The fields of interim responses
// are dropped.
int ClientSession::Callbacks::on_header(nghttp2_session* handle, const nghttp2_frame* frame, const uint8_t* name,
                                        size_t name_size, const uint8_t* value, size_t value_size, uint8_t,
                                        void* self) noexcept {
    ClientSession& session = of(self);
    session.head_bytes_ += name_size + value_size + kFieldOverhead;
    if (session.head_bytes_ > session.most_head_bytes_) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    ClientStreamEvents* stream = stream_of(handle, frame->hd.stream_id);
    if (stream == nullptr) return 0;
    const Bytes field = bytes_of(name, name_size);
    if (field != ":status") {
        if (session.status_ == 0 || session.status_ >= 200) stream->on_field(field, bytes_of(value, value_size));
        return 0;
    }
    uint64_t status = 0;
    const bool is_number = parse_decimal(bytes_of(value, value_size), status);
    if (!is_number || status < kLeastStatus) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    session.status_ = static_cast<int>(status);
    if (status >= 200) stream->on_status(session.status_);
    return 0;
}

// nghttp2 would omit such a field; HTTP/1 refuses the response, and so does this.
int ClientSession::Callbacks::on_invalid_header(nghttp2_session*, const nghttp2_frame*, const uint8_t*, size_t,
                                                const uint8_t*, size_t, uint8_t, void*) noexcept {
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

int ClientSession::Callbacks::on_frame(nghttp2_session* handle, const nghttp2_frame* frame, void* self) noexcept {
    ClientSession& session = of(self);
    const nghttp2_frame_hd& head = frame->hd;
    if (head.type == NGHTTP2_GOAWAY) {
        const nghttp2_goaway& last = frame->goaway;
        session.events_.on_go_away(last.last_stream_id, static_cast<ErrorCode>(last.error_code),
                                   bytes_of(last.opaque_data, last.opaque_data_len));
    }
    if (head.type != NGHTTP2_HEADERS && head.type != NGHTTP2_DATA) return 0;
    ClientStreamEvents* stream = stream_of(handle, head.stream_id);
    const bool ends = (head.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    if (head.type == NGHTTP2_HEADERS && session.status_ > 0) {
        const bool is_final = session.status_ >= 200;
        session.interim_ = is_final ? 0 : session.interim_ + 1;
        if (session.interim_ > kMostInterim) (void)session.fail("interim responses", ErrorCode::enhance_your_calm);
        if (stream != nullptr && is_final) stream->on_head(ends);
    }
    if (stream != nullptr && ends) stream->on_end();
    return 0;
}

int ClientSession::Callbacks::on_data(nghttp2_session* handle, uint8_t, int32_t stream_id, const uint8_t* data,
                                      size_t size, void* self) noexcept {
    auto* stream = static_cast<ClientStreamEvents*>(nghttp2_session_get_stream_user_data(handle, stream_id));
    of(self).pass_data(stream_id, stream, bytes_of(data, size));
    return 0;
}

int ClientSession::Callbacks::on_invalid_frame(nghttp2_session*, const nghttp2_frame*, int error, void* self) noexcept {
    of(self).last_invalid_ = nghttp2_strerror(error);
    return 0;
}

// A GOAWAY that nghttp2 sends by itself ends the connection.
int ClientSession::Callbacks::on_frame_sent(nghttp2_session*, const nghttp2_frame* frame, void* self) noexcept {
    ClientSession& session = of(self);
    if (frame->hd.type != NGHTTP2_GOAWAY) return 0;
    if (session.queued_go_aways_ == 0) {
        session.note_local_error();
    } else {
        --session.queued_go_aways_;
    }
    return 0;
}

int ClientSession::Callbacks::on_frame_not_sent(nghttp2_session* handle, const nghttp2_frame* frame, int error,
                                                void* self) noexcept {
    if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
    // If nghttp2 has opened the stream already, it closes it.
    (void)nghttp2_session_set_stream_user_data(handle, frame->hd.stream_id, nullptr);
    const bool too_large = error == NGHTTP2_ERR_FRAME_SIZE_ERROR;
    of(self).events_.on_not_sent(frame->hd.stream_id,
                                 too_large ? ErrorCode::internal_error : ErrorCode::refused_stream);
    return 0;
}

int ClientSession::Callbacks::on_stream_close(nghttp2_session* handle, int32_t stream_id, uint32_t code,
                                              void*) noexcept {
    if (ClientStreamEvents* stream = stream_of(handle, stream_id)) {
        nghttp2_session_set_stream_user_data(handle, stream_id, nullptr);
        stream->on_closed(static_cast<ErrorCode>(code));
    }
    return 0;
}

ssize_t ClientSession::Callbacks::pull(nghttp2_session*, int32_t, uint8_t*, size_t most, uint32_t* flags,
                                       nghttp2_data_source* source, void*) noexcept {
    return FrameOutput::promise(static_cast<ClientStreamEvents*>(source->ptr)->on_pull(most), flags);
}

int ClientSession::Callbacks::put(nghttp2_session*, nghttp2_frame*, const uint8_t* head, size_t size,
                                  nghttp2_data_source* source, void* self) noexcept {
    FrameOutput& output = of(self).output_;
    if (output.is_full()) return NGHTTP2_ERR_WOULDBLOCK;
    static_cast<ClientStreamEvents*>(source->ptr)->on_put(output.begin_data(head), size);
    return 0;
}

}  // namespace tern::http::h2
