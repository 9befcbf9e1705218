// What the methods of Tern\Internal\Client\WebSocketConnection share.
#pragma once

#include "client/websocket_connection.h"
#include "php/socket/socket_user.h"
#include "protocol/http/ws/handshake.h"

namespace tern::php {

struct WebSocketOptions {
    int64_t message_bytes = 2 << 20;
    int64_t message_frames = 64 * 1024;
    int64_t compression = 0;
    int64_t compression_level = 1;
    int64_t compression_context = 0;
    int64_t compression_min_length = 0;
    int64_t window_bits = http::ws::kMostWindowBits;
    int64_t close_frame = 0;
    int64_t ping_frame = 0;
    int64_t pong_frame = 0;

    http::ws::DeflatePolicy deflate() const noexcept {
        const bool context = compression_context != 0;
        const auto bits = static_cast<uint8_t>(window_bits);
        return {context, context, bits, bits};
    }
    client::WebSocketConnection::Options connection() const noexcept {
        client::WebSocketConnection::Options options;
        options.message = {static_cast<uint64_t>(message_bytes), static_cast<uint32_t>(message_frames)};
        options.compression.deflater.level = static_cast<int>(compression_level);
        options.compression.least = static_cast<size_t>(compression_min_length);
        options.passes_close = close_frame != 0;
        options.passes_ping = ping_frame != 0;
        options.passes_pong = pong_frame != 0;
        return options;
    }
};

// The C++ part.
struct WebSocketState {
    WebSocketOptions options;
    http::ws::Key key{};
    std::unique_ptr<client::WebSocketConnection> connection;  // null before accept()
};

struct WebSocketObject {
    WebSocketState* state;  // owned; null before the constructor
    zend_object* socket;    // a reference
    zend_object std;

    static void release(WebSocketObject& self) {
        delete self.state;
        if (self.socket != nullptr) OBJ_RELEASE(self.socket);
    }
};

// In the order of the stub.
enum class WebSocketProperty : uint8_t { error_code, error_message, close_code, close_reason, compresses };

// Null after an Error: the constructor was not called.
WebSocketObject* websocket_object(const zval* object);
inline void set(WebSocketObject& self, WebSocketProperty which, zval* value) {
    set_property(&self.std, static_cast<uint32_t>(which), value);
}

}  // namespace tern::php
