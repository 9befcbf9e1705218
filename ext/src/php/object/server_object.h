// A server object before and after start(): options, ports and callbacks. It owns all three until PHP frees it.
// Once sealed, nothing of them changes any more, so workers may read them without asking.
#pragma once

#include "php/object/port_object.h"

namespace tern::php {

struct ServerObject {
    static constexpr uint32_t kMaxPorts = 64;

    ServerConfig* config;  // owned; null until the constructor ran
    bool sealed;
    OptionMask touched;
    uint32_t port_count;
    zend_object* ports[kMaxPorts];  // references; the first is the constructor's
    zval callbacks[kServerEvents];
    zval processes;    // an array of the Process objects that it starts; IS_UNDEF: none
    zval commands;     // an array by name: see php/object/command_table; IS_UNDEF: none
    zval start_calls;  // an array of what each worker calls before workerStart; IS_UNDEF: nothing
    zend_object std;

    static void release(ServerObject& server);
    const zval* callback(ServerEvent event) const noexcept { return &callbacks[static_cast<size_t>(event)]; }
};

inline PortObject* port_at(const ServerObject& server, uint32_t index) noexcept {
    return of<PortObject>(server.ports[index]);
}

// The object behind $this; throws and returns null when a subclass did not call the constructor.
ServerObject* constructed(zval* object);

// False after a warning: it runs.
bool may_change(const ServerObject& server, const char* what);

// What start() calls first: resolves the defaults that depend on the machine, shows them in `setting`, and seals the
// server and its ports.
void seal(ServerObject& server);

// The options of one port: its own over those of the server. Call it after seal(); it allocates.
PortConfig port_config(const ServerObject& server, uint32_t index);

// The port's own callback, else that of the first port; Z_TYPE is IS_UNDEF when there is none.
const zval* port_callback(const ServerObject& server, uint32_t index, PortEvent event) noexcept;

}  // namespace tern::php
