// The options of ports that speak WebSocket.
#pragma once

#include "php/options/option_rows.h"
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
    {"open_websocket_protocol", "", OptionKind::boolean, kPort, offsetof(PortConfig, websocket.open_protocol), 0, 1,
     "Speak WebSocket with clients that ask for it; on in WebSocket\\Server."},
    {"websocket_subprotocol", "", OptionKind::text, kPort, offsetof(PortConfig, websocket.subprotocol), 0, 1024,
     "Sub-protocols, separated by commas: the first that a client offers is agreed on.", check_subprotocols},
    {"websocket_compression", "", OptionKind::boolean, kPort, offsetof(PortConfig, websocket.compression), 0, 1,
     "Agree on permessage-deflate (RFC 7692) with clients that know it; push() compresses where its flags say so."},
    {"websocket_compression_level", "",
     OptionKind::integer, kPort, offsetof(PortConfig, websocket.compression_level), 1, 9, "From fast to small."},
    {"websocket_compression_min_length", "",
     OptionKind::size, kPort, offsetof(PortConfig, websocket.compression_min_length), 0, kNoLimit,
     "Messages below this are sent as they are."},
    {"websocket_compression_context", "",
     OptionKind::boolean, kPort, offsetof(PortConfig, websocket.compression_context), 0, 1,
     "Compress each message with what was sent before in mind: smaller, for up to 300 KB of memory per connection."},
    {"websocket_compression_window_bits", "",
     OptionKind::integer, kPort, offsetof(PortConfig, websocket.compression_window_bits), 9, 15,
     "How far back, as a power of two: 15 is 32 KB."},
    {"websocket_mask", "", OptionKind::boolean, kPort, offsetof(PortConfig, websocket.mask), 0, 1,
     "Accepted: servers must not mask what they send (RFC 6455 5.1), and browsers close connections where they do."},
    {"open_websocket_close_frame", "", OptionKind::boolean, kPort, offsetof(PortConfig, websocket.close_frame), 0, 1,
     "Close frames come to the message callback, too."},
    {"open_websocket_ping_frame", "", OptionKind::boolean, kPort, offsetof(PortConfig, websocket.ping_frame), 0, 1,
     "Ping frames come to the message callback, which has to answer them; off: they are answered."},
    {"open_websocket_pong_frame", "", OptionKind::boolean, kPort, offsetof(PortConfig, websocket.pong_frame), 0, 1,
     "Pong frames come to the message callback, too."},
    {"websocket_allowed_origins", "",
     OptionKind::texts, kPort, offsetof(PortConfig, websocket.allowed_origins), 1, 255,
     "Pages of which origins may connect, as https://example.com, or \"same-origin\": others get a 403. Empty: any.",
     check_origin},
    {"websocket_max_fragments", "", OptionKind::integer, kPort, offsetof(PortConfig, websocket.max_fragments), 1, 1 << 30,
     "Frames of one message, beyond which the connection is closed with 1009. Its bytes: see package_max_length."},
    {"websocket_queue_size", "", OptionKind::size, kPort, offsetof(PortConfig, websocket.queue_size), 0, kNoLimit,
     "What may wait to be sent on one connection, beyond which push() waits or fails; 0: socket_buffer_size."},
    {"websocket_max_handled", "", OptionKind::integer, kPort, offsetof(PortConfig, websocket.max_handled), 1, 1 << 20,
     "Messages of one connection that are handled at a time, beyond which no more is read from it."},
    {"websocket_max_handled_size", "",
     OptionKind::size, kPort, offsetof(PortConfig, websocket.max_handled_size), 1, kNoLimit,
     "Their bytes, likewise."},
    {"websocket_ping_interval", "",
     OptionKind::seconds, kPort, offsetof(PortConfig, websocket.ping_interval_ms), 0, kDay,
     "A connection silent for so long is sent a ping; 0: off."},
    {"websocket_pong_timeout", "",
     OptionKind::seconds, kPort, offsetof(PortConfig, websocket.pong_timeout_ms), 1, kDay,
     "And counts as lost when it stays silent for so long."},
    {"websocket_idle_timeout", "",
     OptionKind::seconds, kPort, offsetof(PortConfig, websocket.idle_timeout_ms), 0, kDay,
     "A connection without a message in either direction for so long is closed with 1001; 0: max_idle_time."},
    {"websocket_close_timeout", "",
     OptionKind::seconds, kPort, offsetof(PortConfig, websocket.close_timeout_ms), 1, kDay,
     "How long a client may take to answer a close frame."},
    {"websocket_leave_time", "", OptionKind::seconds, kPort, offsetof(PortConfig, websocket.leave_time_ms), 0, kDay,
     "How long a worker that leaves (reload, shutdown, max_request) lets its WebSockets go on before it closes them "
     "with 1001. See max_wait_time."},
};
// clang-format on

}  // namespace tern::php::option_rows
