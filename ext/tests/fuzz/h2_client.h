// A well-behaved HTTP/2 client of a script: nghttp2's. Whatever it finds wrong in what the server says is a finding.
#pragma once

#include <map>
#include <nghttp2/nghttp2.h>
#include <string>
#include <vector>

#include "script.h"

namespace tern::fuzz {

struct H2Stream {
    std::string body;  // not sent yet
    bool whole = true;
    bool begun = false;      // its HEADERS have left
    bool tunnel = false;     // an extended CONNECT (RFC 8441)
    std::string status;      // of a tunnel
    std::string extensions;  // and its Sec-WebSocket-Extensions
    std::string heard;       // and what came
    bool closed = false;
    uint32_t error = 0;
};

class H2Client {
public:
    explicit H2Client(uint32_t window, bool eager) {
        nghttp2_session_callbacks* calls = nullptr;
        nghttp2_option* option = nullptr;
        if (nghttp2_session_callbacks_new(&calls) != 0 || nghttp2_option_new(&option) != 0) std::abort();
        nghttp2_session_callbacks_set_on_frame_send_callback(calls, on_sent);
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(calls, on_invalid);
        nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_close);
        nghttp2_session_callbacks_set_on_header_callback(calls, on_header);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, on_data);
        nghttp2_option_set_no_auto_window_update(option, eager ? 0 : 1);
        if (nghttp2_session_client_new2(&session_, calls, this, option) != 0) std::abort();
        nghttp2_option_del(option);
        nghttp2_session_callbacks_del(calls);
        const nghttp2_settings_entry entry{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window};
        nghttp2_submit_settings(session_, 0, &entry, 1);
    }
    H2Client(const H2Client&) = delete;
    ~H2Client() { nghttp2_session_del(session_); }

    std::string out() {
        std::string all;
        const uint8_t* frame = nullptr;
        for (ssize_t size = 0; (size = nghttp2_session_mem_send(session_, &frame)) > 0;) {
            all.append(reinterpret_cast<const char*>(frame), static_cast<size_t>(size));
        }
        return all;
    }
    // False: what came is no HTTP/2, or not allowed.
    bool in(Bytes bytes) {
        const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
        return nghttp2_session_mem_recv(session_, data, bytes.size()) >= 0 && !wronged_;
    }

    void request(const std::vector<std::pair<std::string, std::string>>& fields, const std::string* body, bool whole,
                 bool tunnel = false) {
        std::vector<nghttp2_nv> list;
        for (const auto& [name, value] : fields) {
            list.push_back({untyped(name), untyped(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
        }
        nghttp2_data_provider provider{};
        provider.source.ptr = this;
        provider.read_callback = read;
        const int32_t id = nghttp2_submit_request(session_, nullptr, list.data(), list.size(),
                                                  body == nullptr ? nullptr : &provider, nullptr);
        if (id < 0) return;
        streams[id].whole = whole;
        streams[id].tunnel = tunnel;
        if (body != nullptr) streams[id].body = *body;
    }
    void go_on(int32_t id, const std::string& body, bool whole) {
        streams[id].body += body;
        streams[id].whole = streams[id].whole || whole;
        nghttp2_session_resume_data(session_, id);
    }
    void reset(int32_t id) { nghttp2_submit_rst_stream(session_, 0, id, NGHTTP2_CANCEL); }
    void ping() { nghttp2_submit_ping(session_, 0, nullptr); }
    void open_windows(int32_t id, size_t by) {
        nghttp2_submit_window_update(session_, 0, id, static_cast<int32_t>(by));
        nghttp2_submit_window_update(session_, 0, 0, static_cast<int32_t>(by));
    }
    bool ends() { return nghttp2_session_want_read(session_) == 0; }

    std::map<int32_t, H2Stream> streams;

private:
    static H2Client& of(void* self) { return *static_cast<H2Client*>(self); }
    static uint8_t* untyped(const std::string& text) {
        return reinterpret_cast<uint8_t*>(const_cast<char*>(text.data()));
    }
    static ssize_t read(nghttp2_session*, int32_t id, uint8_t* into, size_t room, uint32_t* flags,
                        nghttp2_data_source* source, void*) {
        H2Stream& stream = of(source->ptr).streams[id];
        const size_t count = std::min(room, stream.body.size());
        stream.body.copy(reinterpret_cast<char*>(into), count);
        stream.body.erase(0, count);
        if (stream.whole && stream.body.empty()) *flags |= NGHTTP2_DATA_FLAG_EOF;
        return count == 0 && !stream.whole ? static_cast<ssize_t>(NGHTTP2_ERR_DEFERRED) : static_cast<ssize_t>(count);
    }
    static int on_sent(nghttp2_session*, const nghttp2_frame* frame, void* self) {
        if (frame->hd.type == NGHTTP2_HEADERS) of(self).streams[frame->hd.stream_id].begun = true;
        return 0;
    }
    static int on_invalid(nghttp2_session*, const nghttp2_frame*, int, void* self) {
        of(self).wronged_ = true;
        return 0;
    }
    static int on_header(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name, size_t name_size,
                         const uint8_t* value, size_t value_size, uint8_t, void* self) {
        H2Stream& stream = of(self).streams[frame->hd.stream_id];
        const Bytes key(reinterpret_cast<const char*>(name), name_size);
        const Bytes text(reinterpret_cast<const char*>(value), value_size);
        if (key == "x-n") stream.tunnel = false;  // the handler has answered it like any request
        if (stream.tunnel && key == ":status") stream.status = text;
        if (stream.tunnel && key == "sec-websocket-extensions") stream.extensions = text;
        return 0;
    }
    static int on_data(nghttp2_session*, uint8_t, int32_t id, const uint8_t* data, size_t size, void* self) {
        H2Stream& stream = of(self).streams[id];
        if (stream.tunnel) stream.heard.append(reinterpret_cast<const char*>(data), size);
        return 0;
    }
    static int on_close(nghttp2_session*, int32_t id, uint32_t error, void* self) {
        of(self).streams[id].closed = true;
        of(self).streams[id].error = error;
        return 0;
    }

    nghttp2_session* session_ = nullptr;
    bool wronged_ = false;
};

}  // namespace tern::fuzz
