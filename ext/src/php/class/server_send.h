// What Swoole\Server sends: to connections of this worker and of others, and datagrams.
#pragma once

#include "base/error.h"
#include "php/bridge/compat.h"

namespace tern::php {

// In a coroutine it waits while too much is queued, unless send_yield is off. Zend work.
//
// session_not_exist; operation_not_supported: the server speaks the protocol of that connection;
// data_length_too_large: more than output_buffer_size; output_buffer_overflow: too much is queued, and nothing can
// wait; server_pipe_buffer_full: the worker whose connection it is has not read for a while; coroutine_canceled.
Error send_to_session(int64_t session_id, zend_string* data);

}  // namespace tern::php
