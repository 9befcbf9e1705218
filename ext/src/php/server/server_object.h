// A server object before and after start(): its options, ports and callbacks. It owns them until PHP frees it. Once
// sealed, none of them changes, so workers may read them at any time.
#pragma once

#include "php/http/port_object.h"

namespace tern::php {

struct ServerObject {
    static constexpr uint32_t kMaxPorts = 64;

    ServerConfig* config;  // owned; null before the constructor
    bool sealed;
    bool ended;  // it was started, and has been shut down
    OptionMask touched;
    uint32_t port_count;
    zend_object* ports[kMaxPorts];  // references; the constructor makes the first port
    zval callbacks[kServerEvents];
    zval processes;    // an array of its Process objects; IS_UNDEF: none
    zval commands;     // an array by name: see php/server/server_commands; IS_UNDEF: none
    zval boot_call;    // what the template of the workers calls; IS_UNDEF: there is no template
    zval start_calls;  // an array of callables that each worker calls before workerStart; IS_UNDEF: none
    zend_object std;

    static void release(ServerObject& server);
    const zval* callback(ServerEvent event) const noexcept { return &callbacks[static_cast<size_t>(event)]; }
};

inline PortObject* port_at(const ServerObject& server, uint32_t index) noexcept {
    return of<PortObject>(server.ports[index]);
}

// The object of $this. Null with an exception: a subclass did not call the constructor.
ServerObject* constructed(zval* object);

// Resolves the options of each port: the first step of start(), and after a change. Those that the port has set replace
// those of the server. A port with settings of its own finds the ends of its messages in its own way.
void resolve_ports(ServerObject& server);

// A later step: resolves the defaults that depend on the machine, adds them to `setting`, and seals the server and its
// ports.
void seal(ServerObject& server);

// The options of one port. Not before resolve_ports().
const PortConfig& port_config(const ServerObject& server, uint32_t index);

// True: set() was called for the port.
bool called_set(const PortObject& port);

// The port's own callback, or that of the first port; Z_TYPE is IS_UNDEF if there is none.
const zval* port_callback(const ServerObject& server, uint32_t index, PortEvent event) noexcept;

}  // namespace tern::php
