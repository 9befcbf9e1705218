// The options of ports for their sockets and for all protocols.
#pragma once

#include "php/http/options/option_rows.h"

namespace tern::php::option_rows {

// clang-format off
constexpr Option kPortRows[] = {
    {"backlog", "", OptionKind::count, kPort, TERN_MEMBER(PortConfig, listen.backlog), 0, 65535,
     "How many connections may wait until they are accepted. 0: 512."},
    {"enable_reuse_port", "enable_port_reuse", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, listen.reuse_port), 0, 1,
     "Let several servers listen on the port (SO_REUSEPORT)."},
    {"open_tcp_nodelay", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, serving.socket.no_delay), 0, 1,
     "Send small pieces at once (TCP_NODELAY)."},
    {"open_tcp_keepalive", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, serving.socket.keep_alive), 0, 1,
     "Probe peers that send nothing (SO_KEEPALIVE)."},
    {"tcp_keepidle", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.socket.keep_idle_s), 1, 32767,
     "Seconds without data before the first probe."},
    {"tcp_keepinterval", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.socket.keep_interval_s), 1, 32767,
     "Seconds between two probes."},
    {"tcp_keepcount", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.socket.keep_count), 1, 127,
     "How many probes without a reply close the connection."},
    {"tcp_defer_accept", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, listen.defer_accept_s), 0, 65535,
     "How many seconds the system waits for the first byte of a connection before it is accepted (TCP_DEFER_ACCEPT). "
     "0: off."},
    {"tcp_user_timeout", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.socket.user_timeout_ms), 0, 2147483647,
     "How many milliseconds sent data may stay unacknowledged (TCP_USER_TIMEOUT). 0: the system's default."},
    {"tcp_fastopen", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, listen.fast_open), 0, 1,
     "Accept data with the first packet (TCP_FASTOPEN)."},
    {"kernel_socket_recv_buffer_size", "",
     OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.socket.receive_buffer), 0, 2147483647,
     "The size of the system's receive buffer (SO_RCVBUF). 0: the system's default."},
    {"kernel_socket_send_buffer_size", "",
     OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.socket.send_buffer), 0, 2147483647,
     "The size of the system's send buffer (SO_SNDBUF). 0: the system's default."},
    {"socket_buffer_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, packets.most_queued), 65536, kNoLimit,
     "How many bytes may wait to be sent on one connection. Beyond it, a sender waits or fails."},
    {"buffer_high_watermark", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, buffer_high_watermark), 0, kNoLimit,
     "How many waiting bytes trigger bufferFull. 0: four fifths of socket_buffer_size."},
    {"buffer_low_watermark", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.low_watermark), 0, kNoLimit,
     "How many waiting bytes trigger bufferEmpty."},
    {"package_max_length", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.limits.body_bytes), 1024, kNoLimit,
     "The largest request body, and the largest message. A larger body gets 413. A larger message closes "
     "the connection."},
    {"max_idle_time", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, max_idle_time_ms), 0, kDay,
     "A connection without traffic is closed after this time. 0: off."},
    {"heartbeat_idle_time", "", OptionKind::seconds, kPort, TERN_MEMBER(PortConfig, heartbeat_idle_time_ms), 0, kDay,
     "A connection that has sent nothing is closed after this time. 0: twice heartbeat_check_interval."},
    {"open_http_protocol", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, open_http_protocol), 0, 1,
     "Speak HTTP; always on in the first port of Http\\Server."},
};
// clang-format on

}  // namespace tern::php::option_rows
