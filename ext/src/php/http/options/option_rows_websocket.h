// The options of WebSocket ports.
#pragma once

#include "php/http/options/option_rows.h"
#include "protocol/http/field.h"
#include "serve/ws/ws_options.h"

namespace tern::php::option_rows {

inline const char* check_subprotocols(Bytes, Bytes value) {
    for (Bytes list = value; !list.empty();) {
        if (!http::valid_field_name(http::take_element(list))) return "be names of sub-protocols, separated by commas";
    }
    return nullptr;
}

inline const char* check_origin(Bytes, Bytes value) {
    const bool good = value == serve::kSameOrigin || (value.find("://") != Bytes::npos && !value.ends_with('/'));
    return good ? nullptr : "be an origin as https://example.com, or \"same-origin\"";
}

// clang-format off
constexpr Option kWebSocketRows[] = {
    {"open_websocket_protocol", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, open_websocket_protocol), 0, 1,
     "Serve WebSocket to clients that request it. On in WebSocket\\Server."},
    {"websocket_subprotocol", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, websocket.subprotocols), 0, 1024,
     "The sub-protocols, separated by commas. The first one that a client offers is used.", check_subprotocols},
    {"websocket_compression", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, websocket.compression), 0, 1,
     "Use permessage-deflate (RFC 7692) with clients that support it. push() compresses when its flags ask for it."},
    {"websocket_compression_level", "",
     OptionKind::integer, kPort, TERN_MEMBER(PortConfig, websocket.compression_level), 1, 9, "From fast to small."},
    {"websocket_compression_min_length", "",
     OptionKind::size, kPort, TERN_MEMBER(PortConfig, websocket.compression_least), 0, kNoLimit,
     "Messages that are smaller are not compressed."},
    {"websocket_compression_context", "",
     OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, websocket.deflate.server_context_takeover), 0, 1,
     "Compress each message with the help of former ones. It becomes smaller, and a connection takes up to 300 KB of "
     "memory."},
    {"websocket_compression_window_bits", "",
     OptionKind::integer, kPort, TERN_MEMBER(PortConfig, websocket.deflate.server_max_window_bits), 9, 15,
     "The size of the compression window, as a power of two. 15 is 32 KB."},
    {"websocket_mask", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, ignored_switch), 0, 1,
     "Accepted, without effect: servers must not mask what they send (RFC 6455 5.1), and browsers close connections of "
     "servers that do."},
    {"open_websocket_close_frame", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, websocket.passes_close), 0, 1,
     "The message callback also gets close frames."},
    {"open_websocket_ping_frame", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, websocket.passes_ping), 0, 1,
     "The message callback gets ping frames and must send the pongs. Off: the server sends them."},
    {"open_websocket_pong_frame", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, websocket.passes_pong), 0, 1,
     "The message callback also gets pong frames."},
    {"websocket_allowed_origins", "",
     OptionKind::texts, kPort, TERN_MEMBER(PortConfig, websocket.origins), 1, 255,
     "The origins whose pages may connect, like https://example.com, or \"same-origin\". Others get a 403. Empty: all "
     "origins.",
     check_origin},
    {"websocket_max_fragments", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, websocket.message.frames), 1, 1 << 30,
     "The most frames of one message. More close the connection with 1009. package_max_length limits the bytes."},
    {"websocket_queue_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, websocket_queue_size), 0, kNoLimit,
     "How many bytes may wait to be sent on one connection. Beyond it, push() waits or fails. 0: socket_buffer_size."},
    {"websocket_max_handled", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, websocket.handled_messages), 1, 1 << 20,
     "The most messages of one connection that are handled at a time. Beyond it, the server reads no more from the "
     "connection."},
    {"websocket_max_handled_size", "",
     OptionKind::size, kPort, TERN_MEMBER(PortConfig, websocket.handled_bytes), 1, kNoLimit,
     "The most bytes of such messages."},
    {"websocket_ping_interval", "",
     OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, websocket.ping_interval_ms), 0, kDay,
     "A connection without traffic gets a ping after this time. 0: off."},
    {"websocket_pong_timeout", "",
     OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, websocket.pong_timeout_ms), 1, kDay,
     "A connection that sends no pong within this time is closed."},
    {"websocket_idle_timeout", "",
     OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, websocket.idle_timeout_ms), 0, kDay,
     "A connection without a message in either direction is closed with 1001 after this time. 0: max_idle_time."},
    {"websocket_close_timeout", "",
     OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, websocket.close_timeout_ms), 1, kDay,
     "How long a client may take to send its own close frame."},
    {"websocket_leave_time", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, websocket.drain_delay_ms), 0, kDay,
     "How long a worker that ends (reload, shutdown, max_request) keeps its WebSockets before it closes them with "
     "1001. See max_wait_time."},
};
// clang-format on

}  // namespace tern::php::option_rows
