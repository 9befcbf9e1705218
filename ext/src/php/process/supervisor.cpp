#include "php/coroutine/program/script.h"
#include "php/engine/descriptor.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/process/pool_process.h"
#include "php/process/process_object.h"
#include "php/process/supervisor_arginfo.h"

namespace tern::php {

namespace {

constexpr zend_long kMostWorkers = 4096;
constexpr int kCallables = 4;

struct SupervisorObject {
    zval callables[kCallables];  // work, stop, leave, event
    zend_long workers;           // 0 before the constructor
    int64_t timeout_ms;
    bool in_coroutine;
    zend_object std;

    static void release(SupervisorObject&) {}
};

zend_object* create_supervisor(zend_class_entry* entry) {
    zend_object* made = create_object<SupervisorObject>(entry);
    for (zval& one : of<SupervisorObject>(made)->callables) ZVAL_UNDEF(&one);
    return made;
}

void free_supervisor(zend_object* object) {
    for (zval& one : of<SupervisorObject>(object)->callables) zval_ptr_dtor(&one);
    free_object<SupervisorObject>(object);
}

HashTable* held_by_supervisor(zend_object* object, zval** table, int* count) {
    *table = of<SupervisorObject>(object)->callables;
    *count = kCallables;
    return nullptr;
}

// Null with a false return value: no pool is running.
PoolProcess* running(bool in_worker, zval* return_value) {
    PoolProcess* pool = tern::php::pool();
    if (pool != nullptr && (!in_worker || pool->is_worker())) return pool;
    failure(Error::wrong_operation, return_value);
    return nullptr;
}

bool may_start() {
    if (TERN_G(pool) == nullptr && TERN_G(process) == nullptr && drop_script_runtime()) return true;
    throw_exception(Error::wrong_operation,
                    "a pool cannot start while a server, coroutines, timers or events are in use");
    return false;
}

}  // namespace

void register_supervisor(Classes&) {
    zend_class_entry* entry = register_class_Tern_Internal_Supervisor();
    entry->create_object = create_supervisor;
    handlers<SupervisorObject>()->free_obj = free_supervisor;
    handlers<SupervisorObject>()->get_gc = held_by_supervisor;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Tern_Internal_Supervisor, __construct) {
    zend_long workers;
    bool in_coroutine;
    double timeout;
    zend_fcall_info info[kCallables];
    zend_fcall_info_cache cache[kCallables];
    ZEND_PARSE_PARAMETERS_START(7, 7)
    Z_PARAM_LONG(workers)
    Z_PARAM_BOOL(in_coroutine)
    Z_PARAM_DOUBLE(timeout)
    Z_PARAM_FUNC(info[0], cache[0])
    Z_PARAM_FUNC(info[1], cache[1])
    Z_PARAM_FUNC(info[2], cache[2])
    Z_PARAM_FUNC(info[3], cache[3])
    ZEND_PARSE_PARAMETERS_END();
    SupervisorObject* self = of<SupervisorObject>(ZEND_THIS);
    if (workers < 1 || workers > kMostWorkers) {
        zend_argument_value_error(1, "must be between 1 and " ZEND_LONG_FMT ", " ZEND_LONG_FMT " given", kMostWorkers,
                                  workers);
        RETURN_THROWS();
    }
    self->workers = workers;
    self->in_coroutine = in_coroutine;
    self->timeout_ms = static_cast<int64_t>(timeout * 1000);
    for (int i = 0; i < kCallables; ++i) keep_callable(info[i], cache[i], &self->callables[i]);
}

ZEND_METHOD(Tern_Internal_Supervisor, run) {
    ZEND_PARSE_PARAMETERS_NONE();
    SupervisorObject* self = of<SupervisorObject>(ZEND_THIS);
    if (!may_start()) RETURN_THROWS();
    zval* calls = self->callables;
    auto* pool = new PoolProcess({&calls[0], &calls[1], &calls[2], &calls[3]}, static_cast<uint32_t>(self->workers),
                                 self->in_coroutine, self->timeout_ms);
    TERN_G(pool) = pool;
    const Error error = pool->run();
    const bool gave_up = pool->fatal_error();
    TERN_G(pool) = nullptr;
    delete pool;
    if (gave_up) zend_bailout();
    if (error != Error::ok) {
        warn("the pool cannot start: %s", describe(error));
        return failure(error, return_value);
    }
    RETURN_TRUE;
}

ZEND_METHOD(Tern_Internal_Supervisor, wait) {
    zval* given;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(given)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    PoolProcess* pool = running(true, return_value);
    if (pool == nullptr) return;
    const int fd = Z_TYPE_P(given) == IS_NULL ? -1 : descriptor_of(given, 1);
    if (EG(exception) != nullptr) RETURN_THROWS();
    const Error error = pool->wait_readable(fd, deadline_in(timeout));
    bail_if_ended();
    if (error == Error::canceled_io) RETURN_NULL();
    RETURN_BOOL(error == Error::ok);
}

ZEND_METHOD(Tern_Internal_Supervisor, letSignalEnd) {
    ZEND_PARSE_PARAMETERS_NONE();
    PoolProcess* pool = running(true, return_value);
    if (pool != nullptr) pool->let_signal_end();
    RETVAL_NULL();
}

ZEND_METHOD(Tern_Internal_Supervisor, leave) {
    ZEND_PARSE_PARAMETERS_NONE();
    PoolProcess* pool = running(true, return_value);
    if (pool == nullptr) return;
    pool->leave();
    bail_if_ended();
    RETVAL_NULL();
}

ZEND_METHOD(Tern_Internal_Supervisor, isLeaving) {
    ZEND_PARSE_PARAMETERS_NONE();
    PoolProcess* pool = running(true, return_value);
    if (pool == nullptr) return;
    const bool leaving = pool->leaving();
    bail_if_ended();
    RETURN_BOOL(leaving);
}

ZEND_METHOD(Tern_Internal_Supervisor, detach) {
    ZEND_PARSE_PARAMETERS_NONE();
    PoolProcess* pool = running(true, return_value);
    if (pool == nullptr) return;
    const Error error = pool->detach();
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Tern_Internal_Supervisor, shutdown) {
    ZEND_PARSE_PARAMETERS_NONE();
    PoolProcess* pool = running(false, return_value);
    if (pool == nullptr) return;
    const Error error = pool->shutdown();
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Tern_Internal_Supervisor, workerPid) {
    zend_long worker_id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(worker_id)
    ZEND_PARSE_PARAMETERS_END();
    PoolProcess* pool = tern::php::pool();
    RETURN_LONG(pool == nullptr ? 0 : pool->worker_pid(static_cast<int>(worker_id)));
}

ZEND_METHOD(Tern_Internal_Supervisor, adopt) {
    zval* process;
    bool own;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(process, classes.process)
    Z_PARAM_BOOL(own)
    ZEND_PARSE_PARAMETERS_END();
    ProcessObject* object = process_of(process);
    if (object == nullptr) RETURN_THROWS();
    zval callback;
    ZVAL_COPY_VALUE(&callback, &object->callback);
    ZVAL_UNDEF(&object->callback);
    if (own) object->parts->pipe.become_child(0);
    show_pipe(*object);
    zval_ptr_dtor(&callback);
}
