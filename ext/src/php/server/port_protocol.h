// The protocol of a port, derived in one place from its type, the class of its server, its options and its callbacks.
#pragma once

#include "php/server/server_object.h"
#include "protocol/framing.h"

namespace tern::php {

enum class PortProtocol : uint8_t {
    http,
    packets,    // of a byte stream, divided as Framing says, or of a DTLS session
    datagrams,  // UDP, or a unix socket of that kind
};

// A port without settings of its own has the protocol of the first port.
PortProtocol port_protocol(const ServerObject& server, uint32_t index);

// SWOOLE_SOCK_*
zend_long port_type(const ServerObject& server, uint32_t index);

// True: its type has SWOOLE_SSL.
bool is_secure(const ServerObject& server, uint32_t index);
// True: its socket is for datagrams.
bool takes_datagrams(const ServerObject& server, uint32_t index);
// True: it is also for datagrams, with TLS.
bool speaks_dtls(const ServerObject& server, uint32_t index);

// True: between two requests its connections stay with their workers. The program has callbacks for their beginning or
// end, so it may know them there, or has set a dispatch_mode that gives each of them a worker.
bool keeps_connections(const ServerObject& server, uint32_t index);

// False after an exception: a required callback is missing, or options contradict each other.
bool check_port(const ServerObject& server, uint32_t index);

// True: its packets are Redis commands, for the handlers of a Redis\Server.
bool takes_commands(const ServerObject& server, uint32_t index);

// How its stream is divided into packets; `measure` calls the program's own function.
protocol::Framing port_framing(const ServerObject& server, uint32_t index);

// The program's package_length_func; undefined when there is none. Borrowed.
const zval* length_function(const ServerObject& server, uint32_t index);

}  // namespace tern::php
