// Swoole\Connection\Iterator: iterates over the session table, which all processes share.
#pragma once

#include "php/engine/compat/engine.h"
#include "shm/session_table.h"

namespace tern::php {

// `port` is an index, or -1: all ports.
void make_connection_iterator(int32_t port, zval* into);

// The array that getClientInfo() returns.
void describe_session(const shm::SessionInfo& info, zval* into);

}  // namespace tern::php
