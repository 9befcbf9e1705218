// Which protocol a port speaks, decided in one place from its type, the class of its server, its options and callbacks.
#pragma once

#include "php/object/server_object.h"
#include "protocol/framing.h"

namespace tern::php {

enum class PortProtocol : uint8_t {
    http,
    packets,    // of a byte stream, cut as Framing says
    datagrams,  // UDP, or a unix socket of that kind
};

// A port that says nothing itself speaks what the first port does.
PortProtocol port_protocol(const ServerObject& server, uint32_t index);

// SWOOLE_SOCK_*
zend_long port_type(const ServerObject& server, uint32_t index);

// False after an exception: what the port needs is not there, or cannot be together.
bool check_port(const ServerObject& server, uint32_t index);

// Its packets are commands to Redis, for the handlers of a Redis\Server.
bool takes_commands(const ServerObject& server, uint32_t index);

// How its stream is cut; `measure` is for the program's own function.
protocol::Framing port_framing(const ServerObject& server, uint32_t index);

// The program's package_length_func; undefined when there is none. Borrowed.
const zval* length_function(const ServerObject& server, uint32_t index);

}  // namespace tern::php
