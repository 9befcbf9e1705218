// The objects that callbacks get when the option event_object is on.
#pragma once

#include "php/server/server_object.h"
#include "proc/worker_process.h"

namespace tern::php {

// The current time as `dispatch_time` of these objects and of tasks: seconds since 1970.
double dispatch_time_s() noexcept;

// These use Zend: call them within a coroutine or under a guard.
void make_event(int64_t session_id, Bytes data, zval* into);
// An object of this class with `data` and the time.
zend_object* make_dispatched(zend_class_entry* entry, zval* data, zval* into);

bool has_session_event(ServerObject& server, uint32_t port, PortEvent event) noexcept;

// Calls the callback of `connect`, `close`, `bufferFull` or `bufferEmpty`, if there is one.
void call_session_event(ServerObject& server, uint32_t port, PortEvent event, int64_t session_id) noexcept;

struct WorkerEnd {
    ServerObject* server;
    proc::WorkerExit exit;
};
// Calls the callback of `workerError` with an object; `end` is a WorkerEnd. Uses Zend.
void call_worker_error(void* end);

}  // namespace tern::php
