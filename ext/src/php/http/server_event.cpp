#include "php/http/server_event.h"

#include <span>

namespace tern::php {

namespace {

constexpr EventRow row(const char* lower_name, ServerEvent event) { return {lower_name, static_cast<uint8_t>(event)}; }

constexpr EventRow row(const char* lower_name, PortEvent event) { return {lower_name, static_cast<uint8_t>(event)}; }

constexpr EventRow kServerRows[] = {
    row("start", ServerEvent::start),
    row("beforeshutdown", ServerEvent::before_shutdown),
    row("shutdown", ServerEvent::shutdown),
    row("workerstart", ServerEvent::worker_start),
    row("workerstop", ServerEvent::worker_stop),
    row("workerexit", ServerEvent::worker_exit),
    row("workererror", ServerEvent::worker_error),
    row("managerstart", ServerEvent::manager_start),
    row("managerstop", ServerEvent::manager_stop),
    row("beforereload", ServerEvent::before_reload),
    row("afterreload", ServerEvent::after_reload),
    row("pipemessage", ServerEvent::pipe_message),
    row("task", ServerEvent::task),
    row("finish", ServerEvent::finish),
    row("tasklost", ServerEvent::task_lost),
};
static_assert(std::size(kServerRows) == kServerEvents);

constexpr EventRow kPortRows[] = {
    row("connect", PortEvent::connect),
    row("receive", PortEvent::receive),
    row("close", PortEvent::close),
    row("packet", PortEvent::packet),
    row("bufferfull", PortEvent::buffer_full),
    row("bufferempty", PortEvent::buffer_empty),
    row("request", PortEvent::request),
    row("handshake", PortEvent::handshake),
    row("beforehandshakeresponse", PortEvent::before_handshake_response),
    row("open", PortEvent::open),
    row("message", PortEvent::message),
    row("disconnect", PortEvent::disconnect),
};
static_assert(std::size(kPortRows) == kPortEvents);

const EventRow* find(std::span<const EventRow> rows, Bytes name) noexcept {
    for (const EventRow& row : rows) {
        if (equals_lower(name, row.lower_name)) return &row;
    }
    return nullptr;
}

}  // namespace

const EventRow* find_server_event(Bytes name) noexcept { return find(kServerRows, name); }

const EventRow* find_port_event(Bytes name) noexcept { return find(kPortRows, name); }

}  // namespace tern::php
