// The far end of an HTTP/2 connection: nghttp2's client session, without a socket.
#pragma once

#include <doctest/doctest.h>
#include <map>
#include <nghttp2/nghttp2.h>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace tern::http::h2::test {

using Fields = std::vector<std::pair<std::string, std::string>>;

struct Answer {
    std::string interim;  // statuses
    std::string status;
    Fields fields;
    std::string body;
    Fields trailers;
    bool ended = false;
    bool closed = false;
    uint32_t error = 0;

    std::string field(const std::string& name) const {
        for (const auto& [one, value] : fields) {
            if (one == name) return value;
        }
        return "-";
    }
    std::string text() const { return status + " " + body + (ended ? "|" : "..."); }
};

class ClientSession {
public:
    // `window`: of every stream, which opens by itself unless `eager` is false.
    explicit ClientSession(uint32_t window = 65535, bool eager = true) {
        nghttp2_session_callbacks* calls = nullptr;
        REQUIRE(nghttp2_session_callbacks_new(&calls) == 0);
        nghttp2_session_callbacks_set_on_header_callback(calls, on_header);
        nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, on_data);
        nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_close);
        nghttp2_option* option = nullptr;
        REQUIRE(nghttp2_option_new(&option) == 0);
        nghttp2_option_set_max_send_header_block_length(option, 1 << 20);
        nghttp2_option_set_no_auto_window_update(option, eager ? 0 : 1);
        REQUIRE(nghttp2_session_client_new2(&session_, calls, this, option) == 0);
        nghttp2_option_del(option);
        nghttp2_session_callbacks_del(calls);
        const nghttp2_settings_entry entry{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window};
        REQUIRE(nghttp2_submit_settings(session_, 0, &entry, 1) == 0);
    }
    ClientSession(const ClientSession&) = delete;
    ~ClientSession() { nghttp2_session_del(session_); }

    // What it has to say now.
    std::string out() {
        std::string all;
        const uint8_t* frame = nullptr;
        for (ssize_t size = 0; (size = nghttp2_session_mem_send(session_, &frame)) > 0;) {
            all.append(reinterpret_cast<const char*>(frame), static_cast<size_t>(size));
        }
        return all;
    }
    void in(Bytes bytes) {
        const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
        CHECK(nghttp2_session_mem_recv(session_, data, bytes.size()) == static_cast<ssize_t>(bytes.size()));
    }

    static Fields get(const std::string& path) {
        return {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", path}};
    }
    static Fields post(const std::string& path, const Fields& more = {}) {
        Fields fields = {{":method", "POST"}, {":scheme", "http"}, {":authority", "x"}, {":path", path}};
        fields.insert(fields.end(), more.begin(), more.end());
        return fields;
    }
    // The stream. A body that is not `whole` goes on with more().
    int32_t request(const Fields& fields) { return submit(fields, nullptr); }
    int32_t request(const Fields& fields, const std::string& body, bool whole = true) {
        nghttp2_data_provider provider{};
        provider.source.ptr = this;
        provider.read_callback = read;
        const int32_t id = submit(fields, &provider);
        bodies_[id] = {body, whole};
        return id;
    }
    void more(int32_t id, const std::string& body, bool whole) {
        bodies_[id].first += body;
        bodies_[id].second = whole;
        nghttp2_session_resume_data(session_, id);
    }
    void reset(int32_t id) { nghttp2_submit_rst_stream(session_, 0, id, NGHTTP2_CANCEL); }
    void ping() { nghttp2_submit_ping(session_, 0, nullptr); }
    void consume(int32_t id, size_t count) { nghttp2_session_consume(session_, id, count); }
    bool wants_more() { return nghttp2_session_want_read(session_) != 0; }
    nghttp2_session* handle() { return session_; }

    Answer& operator[](int32_t id) { return answers[id]; }

    std::map<int32_t, Answer> answers;
    std::vector<int32_t> order;  // of streams, as their DATA came
    int goaways = 0;
    uint32_t goaway_error = 0;
    std::string goaway_data;
    int pings = 0;
    int ping_answers = 0;
    std::map<int32_t, uint32_t> settings;

private:
    static ClientSession& of(void* self) { return *static_cast<ClientSession*>(self); }
    int32_t submit(const Fields& fields, nghttp2_data_provider* provider) {
        std::vector<nghttp2_nv> list;
        for (const auto& [name, value] : fields) {
            list.push_back({untyped(name), untyped(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
        }
        const int32_t id = nghttp2_submit_request(session_, nullptr, list.data(), list.size(), provider, nullptr);
        CHECK(id > 0);
        return id;
    }
    static uint8_t* untyped(const std::string& text) {
        return reinterpret_cast<uint8_t*>(const_cast<char*>(text.data()));
    }
    static ssize_t read(nghttp2_session*, int32_t id, uint8_t* into, size_t room, uint32_t* flags,
                        nghttp2_data_source* source, void*) {
        auto& [body, whole] = of(source->ptr).bodies_[id];
        const size_t count = std::min(room, body.size());
        body.copy(reinterpret_cast<char*>(into), count);
        body.erase(0, count);
        if (whole && body.empty()) *flags |= NGHTTP2_DATA_FLAG_EOF;
        return count == 0 && !whole ? static_cast<ssize_t>(NGHTTP2_ERR_DEFERRED) : static_cast<ssize_t>(count);
    }
    static int on_header(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name, size_t name_size,
                         const uint8_t* value, size_t value_size, uint8_t, void* self) {
        Answer& answer = of(self).answers[frame->hd.stream_id];
        std::string key(reinterpret_cast<const char*>(name), name_size);
        std::string text(reinterpret_cast<const char*>(value), value_size);
        if (key == ":status") {
            (text[0] == '1' ? answer.interim : answer.status) += text;
        } else {
            (answer.body.empty() && !of(self).has_data_[frame->hd.stream_id] ? answer.fields : answer.trailers)
                .emplace_back(std::move(key), std::move(text));
        }
        return 0;
    }
    static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* self) {
        ClientSession& client = of(self);
        const bool carries = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
        if (carries && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) client[frame->hd.stream_id].ended = true;
        if (frame->hd.type == NGHTTP2_GOAWAY) {
            ++client.goaways;
            client.goaway_error = frame->goaway.error_code;
            client.goaway_data.assign(reinterpret_cast<const char*>(frame->goaway.opaque_data),
                                      frame->goaway.opaque_data_len);
        }
        if (frame->hd.type == NGHTTP2_PING) {
            ++((frame->hd.flags & NGHTTP2_FLAG_ACK) != 0 ? client.ping_answers : client.pings);
        }
        for (size_t i = 0; frame->hd.type == NGHTTP2_SETTINGS && i < frame->settings.niv; ++i) {
            client.settings[frame->settings.iv[i].settings_id] = frame->settings.iv[i].value;
        }
        return 0;
    }
    static int on_data(nghttp2_session*, uint8_t, int32_t id, const uint8_t* data, size_t size, void* self) {
        of(self).has_data_[id] = true;
        of(self)[id].body.append(reinterpret_cast<const char*>(data), size);
        if (of(self).order.empty() || of(self).order.back() != id) of(self).order.push_back(id);
        return 0;
    }
    static int on_close(nghttp2_session*, int32_t id, uint32_t error, void* self) {
        of(self)[id].closed = true;
        of(self)[id].error = error;
        return 0;
    }

    nghttp2_session* session_ = nullptr;
    std::map<int32_t, std::pair<std::string, bool>> bodies_;
    std::map<int32_t, bool> has_data_;
};

// One frame of any kind.
inline std::string frame(int type, int flags, int32_t stream, const std::string& payload) {
    std::string bytes;
    for (int shift : {16, 8, 0}) bytes.push_back(static_cast<char>(payload.size() >> shift));
    bytes.push_back(static_cast<char>(type));
    bytes.push_back(static_cast<char>(flags));
    for (int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<char>(static_cast<uint32_t>(stream) >> shift));
    return bytes + payload;
}

}  // namespace tern::http::h2::test
