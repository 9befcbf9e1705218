// Sends to WebSockets of any worker, for Server::push() and Response::push().
#pragma once

#include "php/http/websocket/websocket_frame_object.h"

namespace tern::php {

class ServerLink;

// Sets the return values of the methods: true, or false with the error set. `process` null: there is no server, only
// coroutine servers.

// A coroutine is suspended while the queue of a connection of this worker is full.
void push_to_websocket(ServerLink* server, int64_t fd, const FrameArguments& arguments, zval* return_value);
void ping_websocket(ServerLink* server, int64_t fd, zend_string* data, zval* return_value);
void disconnect_websocket(ServerLink* server, int64_t fd, zend_long code, zend_string* reason, zval* return_value);
bool is_established(ServerLink& server, int64_t fd) noexcept;

// A payload that the opcode does not allow is the caller's mistake: this API returns false and warns.
bool may_be_sent(const FrameArguments& arguments, zval* return_value);

}  // namespace tern::php
