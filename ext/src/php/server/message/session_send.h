// Sends bytes of the program to a connection of this worker or of another one.
#pragma once

#include "base/error.h"
#include "php/engine/compat/engine.h"
#include "serve/tcp_connection.h"

namespace tern::php {

class ServerProcess;

// Null: not a connection of this worker, or one of the server's own protocols.
serve::TcpConnection* find_raw(ServerProcess& server, int64_t session_id);
// Null: not a connection of this worker.
serve::Connection* find_own(ServerProcess& server, int64_t session_id);
// False after a warning: there is nothing to send.
bool is_sendable(zend_string* data);

// A coroutine waits while too much is queued, unless send_yield is off. Uses Zend.
//
// Errors: session_not_exist; session_closing: its close callback runs; operation_not_supported: a connection of HTTP/2;
// data_length_too_large: more than output_buffer_size; output_buffer_overflow: too much is queued, and the caller
// cannot wait; server_pipe_buffer_full: the worker of the connection has not read for a while; coroutine_canceled.
Error send_to_session(int64_t session_id, zend_string* data);

}  // namespace tern::php
