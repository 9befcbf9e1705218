// The events that programs can register callbacks for, by name and number.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace tern::php {

// Events of the whole server.
enum class ServerEvent : uint8_t {
    start,
    before_shutdown,
    shutdown,
    worker_start,
    worker_stop,
    worker_exit,
    worker_error,
    manager_start,
    manager_stop,
    before_reload,
    after_reload,
    pipe_message,
    task,
    finish,
    task_lost,
};
inline constexpr size_t kServerEvents = 15;

// Events of one port. Callbacks of the server are those of the first port, and of ports without their own.
enum class PortEvent : uint8_t {
    connect,
    receive,
    close,
    packet,
    buffer_full,
    buffer_empty,
    request,
    handshake,
    before_handshake_response,
    open,
    message,
    disconnect,
};
inline constexpr size_t kPortEvents = 12;

struct EventRow {
    const char* lower_name;
    uint8_t index;
};

// Null: there is no such event; `name` may be any text.
const EventRow* find_server_event(Bytes name) noexcept;
const EventRow* find_port_event(Bytes name) noexcept;

}  // namespace tern::php
