#include "php/class/coroutine.h"

#include "php/bridge/error.h"
#include "php/bridge/script.h"
#include "php/bridge/uncaught.h"
#include "php/class/coroutine_arginfo.h"
#include "php/class/registry.h"

namespace tern::php {

namespace {

struct Call {
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    zval* arguments;
    uint32_t count;
};

// The caller's frame may be gone when the body ends: everything it needs is copied before it runs.
void run_call(void* argument) {
    Call call = *static_cast<Call*>(argument);
    zval result;
    ZVAL_UNDEF(&result);
    zval function;
    ZVAL_COPY(&function, &call.callable.function_name);
    auto* arguments = static_cast<zval*>(safe_emalloc(call.count, sizeof(zval), 1));
    for (uint32_t i = 0; i < call.count; ++i) ZVAL_COPY(&arguments[i], &call.arguments[i]);
    call.callable.retval = &result;
    call.callable.params = arguments;
    call.callable.param_count = call.count;
    zend_call_function(&call.callable, &call.cache);
    bail_if_fatal();
    for (uint32_t i = 0; i < call.count; ++i) zval_ptr_dtor(&arguments[i]);
    efree(arguments);
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&function);
}

// The callee is the program's own __call(), made for this one call.
void drop(Call& call) { zend_release_fcall_info_cache(&call.cache); }

}  // namespace

bool must_be_in_coroutine(Runtime& all) {
    if (all.may_suspend()) return true;
    zend_throw_error(nullptr, all.current() == nullptr ? "API must be called in the coroutine"
                                                       : "Cannot switch coroutines in the current execution context");
    return false;
}

bool after_wait(Runtime& all, coro::Wake wake, zval* return_value) {
    if (wake != coro::Wake::canceled) return true;
    Fiber* self = all.current();
    if (self->cancel_throws) {
        self->cancel_throws = false;
        zend_throw_exception(self->cancel_class, "Coroutine was canceled", number(Error::coroutine_canceled));
    } else {
        failure(Error::coroutine_canceled, return_value);
    }
    return false;
}

void create_coroutine(INTERNAL_FUNCTION_PARAMETERS) {
    Call call{};
    ZEND_PARSE_PARAMETERS_START(1, -1)
    Z_PARAM_FUNC(call.callable, call.cache)
    Z_PARAM_VARIADIC('*', call.arguments, call.count)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* all = need_runtime();
    if (all == nullptr) {
        drop(call);
        RETURN_THROWS();
    }
    zend_long id = all->scheduler.last_id() + 1;
    const bool spawned = Fiber::spawn(*all, {run_call, nullptr}, &call);
    bail_if_given_up();
    if (!spawned) {
        drop(call);
        if (EG(exception) != nullptr) RETURN_THROWS();  // no memory for a stack
        warn("max_coroutine is reached: there are %zu", all->scheduler.count());
        return failure(Error::coroutine_limit, return_value);
    }
    RETURN_LONG(id);
}

void defer_in_coroutine(INTERNAL_FUNCTION_PARAMETERS) {
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    zend_release_fcall_info_cache(&cache);
    Runtime* all = need_runtime();
    if (all == nullptr || !must_be_in_coroutine(*all)) RETURN_THROWS();
    all->current()->locals.defer(&callable.function_name);
}

void register_coroutine(Classes& into) { into.coroutine = register_class_Swoole_Coroutine(); }

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine, create) { create_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_METHOD(Swoole_Coroutine, defer) { defer_in_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_METHOD(Swoole_Coroutine, yield) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* all = need_runtime();
    if (all == nullptr || !must_be_in_coroutine(*all)) RETURN_THROWS();
    if (!after_wait(*all, all->scheduler.suspend(tern::coro::Wait::yield, tern::coro::Deadline::never()),
                    return_value)) {
        return;
    }
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine, resume) {
    zend_long id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* all = need_runtime();
    if (all == nullptr) RETURN_THROWS();
    tern::coro::Coroutine* target = all->scheduler.find(id);
    if (target == nullptr || target->waits_for() != tern::coro::Wait::yield) {
        warn("coroutine " ZEND_LONG_FMT " does not wait in yield()", id);
        return failure(Error::coroutine_not_exist, return_value);
    }
    all->scheduler.resume(*target, tern::coro::Wake::resumed);
    bail_if_given_up();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine, getCid) {
    ZEND_PARSE_PARAMETERS_NONE();
    Fiber* self = runtime() == nullptr ? nullptr : runtime()->current();
    RETURN_LONG(self == nullptr ? -1 : self->id());
}

ZEND_METHOD(Swoole_Coroutine, getPcid) {
    zend_long id = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* all = runtime();
    tern::coro::Coroutine* one = nullptr;
    if (all != nullptr) one = id == 0 ? all->scheduler.current() : all->scheduler.find(id);
    if (one == nullptr) RETURN_FALSE;
    RETURN_LONG(one->parent_id() == 0 ? -1 : one->parent_id());
}

ZEND_METHOD(Swoole_Coroutine, exists) {
    zend_long id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(runtime() != nullptr && runtime()->scheduler.find(id) != nullptr);
}

ZEND_METHOD(Swoole_Coroutine, cancel) {
    zend_long id;
    bool throws = false;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(id)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(throws)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* all = need_runtime();
    if (all == nullptr) RETURN_THROWS();
    tern::coro::Coroutine* target = all->scheduler.find(id);
    if (target == nullptr) return failure(Error::coroutine_not_exist, return_value);
    const bool canceled = cancel_with(*all, *target, throws ? classes.canceled_exception : nullptr);
    bail_if_given_up();
    if (!canceled) return failure(Error::wrong_operation, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    Runtime* all = runtime();
    add_assoc_long(return_value, "coroutine_num", all == nullptr ? 0 : all->scheduler.count());
    add_assoc_long(return_value, "coroutine_peak_num", all == nullptr ? 0 : all->scheduler.peak());
    add_assoc_long(return_value, "coroutine_last_cid", all == nullptr ? 0 : all->scheduler.last_id());
}

ZEND_METHOD(Swoole_Coroutine, list) {
    ZEND_PARSE_PARAMETERS_NONE();
    zval ids;
    array_init(&ids);
    if (runtime() != nullptr) {
        runtime()->scheduler.each([&ids](tern::coro::Coroutine& one) { add_next_index_long(&ids, one.id()); });
    }
    object_init_ex(return_value, spl_ce_ArrayIterator);
    zend_call_known_instance_method_with_1_params(spl_ce_ArrayIterator->constructor, Z_OBJ_P(return_value), nullptr,
                                                  &ids);
    zval_ptr_dtor(&ids);
}
