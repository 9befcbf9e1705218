// The options of ports with the program's own protocol.
#pragma once

#include "php/http/options/option_rows.h"
#include "protocol/framing.h"

namespace tern::php::option_rows {

constexpr int64_t kMostHeadBytes = 65535;

inline const char* check_length_type(Bytes, Bytes value) {
    const bool known = value.size() == 1 && protocol::LengthField::from_letter(value[0]).ok();
    return known ? nullptr : "be a letter of pack(): one of c C s S n v l L N V q Q J P";
}

inline const char* check_end_mark(Bytes, Bytes value) { return value.empty() ? "not be empty" : nullptr; }

// clang-format off
constexpr Option kPacketRows[] = {
    {"open_eof_check", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, messages.end.eof_check), 0, 1,
     "A message ends with package_eof. `receive` gets one message at a time, including its end. See tcp.md."},
    {"open_eof_split", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, messages.end.eof_split), 0, 1,
     "The same as open_eof_check."},
    {"package_eof", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, packets.framing.end_mark), 1, 64,
     "The bytes that end a message.", check_end_mark},
    {"open_length_check", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, messages.end.length_check), 0, 1,
     "A message contains its length. `receive` gets one whole message at a time."},
    {"package_length_type", "", OptionKind::text, kPort, TERN_MEMBER(PortConfig, messages.length_type), 1, 64,
     "The format of the length, a letter of pack(): one of c C s S n v l L N V q Q J P.", check_length_type},
    {"package_length_offset", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, packets.framing.offset), 0, kMostHeadBytes,
     "The byte of the message at which the length begins."},
    {"package_body_offset", "package_body_start",
     OptionKind::integer, kPort, TERN_MEMBER(PortConfig, packets.framing.body_offset), 0, kMostHeadBytes,
     "The byte of the message from which the length counts. 0: it is the length of the whole message."},
    {"package_length_func", "", OptionKind::callable, kPort, TERN_MEMBER(PortConfig, messages.length_func), 0, 1,
     "With open_length_check: a function that gets the bytes that have arrived and returns the size of the message. "
     "0: more bytes are needed. -1: the connection is closed."},
    {"open_mqtt_protocol", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, messages.end.mqtt), 0, 1,
     "A message is a control packet of MQTT."},
    {"open_redis_protocol", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, messages.end.redis), 0, 1,
     "A message is a command to Redis; always on in the first port of Redis\\Server."},
    {"enable_delay_receive", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, enable_delay_receive), 0, 1,
     "The server receives nothing from a new connection before confirm() or resume()."},
    {"max_queued_bytes", "", OptionKind::integer, kServer, TERN_MEMBER(ServerConfig, max_queued_bytes), 0, kNoLimit,
     "Nothing is read from a connection while the `receive` callbacks that run for it got more bytes. 0: no limit."},
    {"dispatch_func", "", OptionKind::callable, kServer, TERN_MEMBER(ServerConfig, dispatch_func), 0, 1,
     "A function that chooses the worker for each packet of the program's own protocol and each datagram. See tcp.md."},
    {"send_yield", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, send_yield), 0, 1,
     "In a coroutine, send() waits while the queue would exceed socket_buffer_size. Off: it returns false."},
    {"event_object", "", OptionKind::boolean, kServer, TERN_MEMBER(ServerConfig, event_object), 0, 1,
     "Callbacks get one object (Server\\Event, Server\\Packet) instead of numbers and strings."},
};
// clang-format on

}  // namespace tern::php::option_rows
