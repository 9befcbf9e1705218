#include "php/http/websocket/websocket_push.h"

#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/string_slice.h"
#include "php/http/port_host.h"
#include "php/http/server_link.h"
#include "php/http/websocket/websocket_peer.h"

namespace tern::php {

namespace {

constexpr uint8_t kActive = 3;  // SWOOLE_WEBSOCKET_STATUS_ACTIVE

serve::WsSession* find_own(int64_t fd) noexcept {
    return port_host() == nullptr ? nullptr : port_host()->context.websockets.find(fd);
}

// Ok: another worker has it.
Error find_foreign(ServerLink* server, int64_t fd) noexcept {
    if (server == nullptr) return Error::websocket_unconnected;
    const Result<shm::SessionInfo> info = server->state().sessions().read(fd);
    if (!info.ok()) return Error::session_not_exist;
    return info.value().websocket_status == kActive ? Error::ok : Error::websocket_unconnected;
}

Error push_to_foreign(ServerLink* server, int64_t fd, const FrameArguments& arguments) noexcept {
    const Error error = find_foreign(server, fd);
    if (error != Error::ok) return error;
    const worker::PushHead head{fd, static_cast<uint8_t>(arguments.opcode), static_cast<uint8_t>(arguments.flags)};
    return server->messenger().push(head, view(arguments.data));
}

Error push(serve::WsSession& session, const FrameArguments& arguments) {
    const Error error = session.push(static_cast<http::ws::Opcode>(arguments.opcode), keep(arguments.data),
                                     push_flags(arguments.flags));
    if (error == Error::websocket_bad_opcode) log_frame_order(arguments);
    return error;
}

void return_result(Error error, zval* return_value) {
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

coro::Deadline send_deadline(const serve::WsSession& session) noexcept {
    const int64_t limit_ms = session.options().send_timeout_ms;
    return limit_ms > 0 ? coro::Deadline::in(limit_ms) : coro::Deadline::never();
}

// False: the wait was cancelled or is over, and the return value is set.
bool wait_for_room(serve::WsSession& session, coro::Deadline until, zval* return_value) {
    Coroutines& coroutines = *php::coroutines();
    WebSocketPeer& peer = WebSocketPeer::of(session);
    peer.retain();
    const coro::Wake wake = peer.wait_for_room(coroutines.scheduler, until);
    peer.release();
    if (!after_wait(coroutines, wake, return_value)) return false;
    if (wake != coro::Wake::timed_out) return true;
    failure(Error::timed_out, return_value);
    return false;
}

// Coroutines that wait already go first.
bool has_to_wait(const serve::WsSession& session) noexcept {
    return session.owner != nullptr && static_cast<WebSocketPeer*>(session.owner)->has_writers();
}

void push_to_own(serve::WsSession* session, const FrameArguments& arguments, zval* return_value) {
    const int64_t fd = session->id();
    const bool may_wait = coroutines()->may_suspend();
    bool waits = may_wait && has_to_wait(*session);
    coro::Deadline until = coro::Deadline::never();
    for (bool first = true; session != nullptr; session = find_own(fd)) {
        if (!waits) {
            const Error error = push(*session, arguments);
            if (error != Error::output_buffer_overflow || !may_wait) return return_result(error, return_value);
            session = find_own(fd);
            if (session == nullptr) break;
            WebSocketPeer::of(*session).refused();
        }
        if (std::exchange(first, false)) until = send_deadline(*session);
        if (!wait_for_room(*session, until, return_value)) return;
        waits = false;
    }
    failure(Error::websocket_unconnected, return_value);
}

}  // namespace

void push_to_websocket(ServerLink* server, int64_t fd, const FrameArguments& arguments, zval* return_value) {
    serve::WsSession* session = find_own(fd);
    if (session != nullptr) return push_to_own(session, arguments, return_value);
    return_result(push_to_foreign(server, fd, arguments), return_value);
}

void ping_websocket(ServerLink* server, int64_t fd, zend_string* data, zval* return_value) {
    const FrameArguments arguments{data == nullptr ? ZSTR_EMPTY_ALLOC() : data,
                                   static_cast<zend_long>(http::ws::Opcode::ping), kFlagFin};
    if (!may_be_sent(arguments, return_value)) return;
    serve::WsSession* session = find_own(fd);
    return_result(session != nullptr ? push(*session, arguments) : push_to_foreign(server, fd, arguments),
                  return_value);
}

void disconnect_websocket(ServerLink* server, int64_t fd, zend_long code, zend_string* reason, zval* return_value) {
    const Bytes text = reason == nullptr ? Bytes() : view(reason);
    const uint16_t sent = http::ws::sendable_close_code(code);
    if (serve::WsSession* session = find_own(fd)) return return_result(session->close(sent, text), return_value);
    Error error = find_foreign(server, fd);
    if (error == Error::ok) error = server->messenger().disconnect({fd, sent}, text);
    return_result(error, return_value);
}

bool is_established(ServerLink& server, int64_t fd) noexcept { return find_foreign(&server, fd) == Error::ok; }

bool may_be_sent(const FrameArguments& arguments, zval* return_value) {
    const char* why = wrong_frame(arguments);
    if (why == nullptr) return true;
    warn("%s", why);
    failure(is_opcode(arguments.opcode) ? Error::invalid_params : Error::websocket_bad_opcode, return_value);
    return false;
}

}  // namespace tern::php
