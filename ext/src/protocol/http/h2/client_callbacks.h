// The callbacks of nghttp2 for clients: each becomes an event of the session.
#pragma once

#include "protocol/http/h2/client_session.h"

namespace tern::http::h2 {

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
