// The options of HTTP/2.
#pragma once

#include "php/http/options/option_rows.h"

namespace tern::php::option_rows {

constexpr OptionMember flood_member(http::h2::Flood kind) noexcept {
    const size_t first = offsetof(PortConfig, serving.http2_session.floods.allowed);
    return {static_cast<uint16_t>(first + static_cast<size_t>(kind) * sizeof(uint32_t)), &kMemberType<uint32_t>};
}

// clang-format off
constexpr Option kHttp2Rows[] = {
    {"open_http2_protocol", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, serving.http2), 0, 1,
     "Serve HTTP/2 beside HTTP/1, to clients that begin with its preface, and over TLS to clients that choose h2."},
    {"http2_header_table_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.http2_session.header_table_bytes), 0, 65536,
     "SETTINGS_HEADER_TABLE_SIZE: the memory for fields that a client repeats."},
    {"http2_enable_push", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, ignored_switch), 0, 1,
     "Accepted, without effect: Tern does not push, and browsers do not support it any more. Use a 103 (Early Hints)."},
    {"http2_max_concurrent_streams", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.http2_session.concurrent_streams), 1, 65535,
     "SETTINGS_MAX_CONCURRENT_STREAMS: the most requests at a time on one connection. More are refused."},
    {"http2_init_window_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.http2_session.stream_window_bytes), 0, 16 << 20,
     "SETTINGS_INITIAL_WINDOW_SIZE: how much of a body a client may send before the handler reads it. Less than 65535 "
     "counts as 65535."},
    {"http2_max_frame_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.http2_session.frame_bytes), 0, 16777215,
     "SETTINGS_MAX_FRAME_SIZE: the largest frame that a client may send. Less than 16384 counts as 16384, which HTTP/2 "
     "demands."},
    {"http2_max_header_list_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, http2_max_header_list_size), 0, 65536,
     "SETTINGS_MAX_HEADER_LIST_SIZE: the largest request head, plus 32 bytes for each field. A larger one gets 431. "
     "0: http_header_max_size."},
    {"http2_max_headers", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.http2_session.field_lines), 0, 65535,
     "The most fields of a request head as the client sends them: pseudo-header fields and each part of a cookie count. "
     "With more the response is 431. 0: 1000."},
    {"http2_max_resets", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::resets), 0, 60000,
     "How many streams a client may reset, or make the server reset, in a minute. 0: any number. Beyond this limit and "
     "the following ones, the connection ends with ENHANCE_YOUR_CALM."},
    {"http2_max_pings", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::pings), 0, 60000,
     "The most PING frames in a minute. 0: any number."},
    {"http2_max_settings", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::settings), 0, 60000,
     "The most SETTINGS frames in a minute. 0: any number."},
    {"http2_max_empty_frames", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::empty_frames), 0, 60000,
     "The most DATA and CONTINUATION frames in a minute that have no payload and end nothing. 0: any number."},
    {"http2_max_window_updates", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::window_updates), 0, 600000,
     "The most WINDOW_UPDATE frames in a minute, beyond eight for each DATA frame. 0: any number."},
    {"http2_max_priority_frames", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::priorities), 0, 60000,
     "The most PRIORITY and PRIORITY_UPDATE frames in a minute, beyond eight for each request. 0: any number."},
    {"http2_max_unknown_frames", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::unknown_frames), 0, 60000,
     "The most frames of unknown types in a minute. 0: any number."},
    {"http2_max_continuations", "", OptionKind::integer, kPort, flood_member(http::h2::Flood::continuations), 0, 1000,
     "The most CONTINUATION frames of one head. 0: any number."},
    {"http2_connection_buffer_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.http2_connection_buffer_bytes), 0, kNoLimit,
     "The memory for responses that the client of one connection has not read. Beyond it, the requests of the "
     "connection wait. 0: any amount."},
    {"http2_worker_buffer_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.http2_worker_buffer_bytes), 0, kNoLimit,
     "The same for all connections of a worker. Beyond it connections are closed, first those whose clients have read "
     "nothing for the longest time. 0: any amount."},
};
// clang-format on

}  // namespace tern::php::option_rows
