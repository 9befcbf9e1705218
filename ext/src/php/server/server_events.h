// Events of a server: calls of the callbacks that programs registered with on(), and the objects that these get.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/server/server_object.h"
#include "proc/worker_process.h"

namespace tern::php {

struct EventCall {
    static constexpr uint32_t kMostArguments = 6;
    const zval* callback;  // IS_UNDEF: there is no callback
    uint32_t count = 0;
    int* exit_code = nullptr;  // set when the callback throws (255) or calls exit(); valid until the callback has ended
    zval arguments[kMostArguments];  // the call owns the references

    explicit EventCall(const zval* callable) noexcept : callback(callable) {}
    EventCall& add(zend_object* object);
    EventCall& add(zend_long number);
};

// Calls it now, outside of coroutines. False after a fatal error.
bool call_now(EventCall& call) noexcept;
// Calls it in a coroutine of its own until its first suspension, or as call_now() does.
void call_event(EventCall& call, bool in_coroutine) noexcept;

// The objects that callbacks get when the option event_object is on.

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
