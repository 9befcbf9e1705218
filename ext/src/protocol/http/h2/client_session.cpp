#include "protocol/http/h2/client_session.h"

#include <algorithm>

#include "base/check.h"

namespace tern::http::h2 {

ClientSession::ClientSession(const ClientOptions& options, ClientSessionEvents& events) noexcept
    : events_(events), most_head_bytes_(options.head_bytes) {
    TERN_CHECK(make());  // it fails only without memory
    submit_settings(options);
}

// nghttp2's count of CONTINUATION is for reads, not for frames.
bool ClientSession::make() noexcept {
    nghttp2_option* settings = nullptr;
    if (nghttp2_option_new(&settings) != 0) return false;
    nghttp2_option_set_no_auto_window_update(settings, 1);
    nghttp2_option_set_max_send_header_block_length(settings, kMostRequestHead);
    nghttp2_option_set_max_outbound_ack(settings, kMostFrames);
    nghttp2_option_set_max_continuations(settings, SIZE_MAX);
    nghttp2_session_callbacks* callbacks = make_callbacks<Callbacks>();
    if (callbacks != nullptr) {
        nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, Callbacks::on_frame_not_sent);
    }
    const bool made = callbacks != nullptr && nghttp2_session_client_new2(&session_, callbacks, this, settings) == 0;
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_option_del(settings);
    return made;
}

void ClientSession::submit_settings(const ClientOptions& options) noexcept {
    const nghttp2_settings_entry entries[] = {
        {NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, options.header_table_bytes},
        {NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
        {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, options.concurrent_streams},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, options.stream_window_bytes},
        {NGHTTP2_SETTINGS_MAX_FRAME_SIZE, options.frame_bytes},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, options.head_bytes},
    };
    TERN_CHECK(nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, entries, std::size(entries)) == 0);
    const auto window = static_cast<int32_t>(options.connection_window_bytes);
    (void)nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, window);
}

bool ClientSession::receive(Bytes in) noexcept { return why_ == nullptr && feed(in); }

void ClientSession::send(Buffer& out, size_t most) noexcept {
    output_.begin(out, most);
    ssize_t size = 1;
    while (size > 0 && !output_.is_full()) size = output_.append_next(session_);
    if (size < 0) (void)fail_by(static_cast<int>(size));
}

int32_t ClientSession::request(const FieldList& fields, bool has_body, ClientStreamEvents& stream) noexcept {
    nghttp2_data_provider provider{};
    provider.source.ptr = &stream;
    provider.read_callback = Callbacks::pull;
    return nghttp2_submit_request(session_, nullptr, fields.data(), fields.size(), has_body ? &provider : nullptr,
                                  &stream);
}

bool ClientSession::has_sent_all(int32_t stream_id) const noexcept {
    return nghttp2_session_get_stream_local_close(session_, stream_id) != 0;
}

// A server opens no streams here, so none was the last.
void ClientSession::go_away(ErrorCode code, Bytes debug_data) noexcept {
    ++queued_go_aways_;
    (void)nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE, 0, static_cast<uint32_t>(code),
                                reinterpret_cast<const uint8_t*>(debug_data.data()), debug_data.size());
}

uint32_t ClientSession::setting_of_server(uint16_t id) const noexcept {
    return nghttp2_session_get_remote_settings(session_, static_cast<nghttp2_settings_id>(id));
}

uint32_t ClientSession::next_stream_id() const noexcept { return nghttp2_session_get_next_stream_id(session_); }

}  // namespace tern::http::h2
