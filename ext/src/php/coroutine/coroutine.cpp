#include "php/coroutine/coroutine.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "coro/coroutine.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/coroutine/coroutine_arginfo.h"

namespace tern::php {

namespace {

struct Call {
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    zval* arguments;
    uint32_t count;
};

// The caller's frame may be left when the body ends, so everything is copied before it runs.
void run_call(void* argument) {
    Call call = *static_cast<Call*>(argument);
    zval result;
    ZVAL_UNDEF(&result);
    zval function;
    ZVAL_COPY(&function, &call.callable.function_name);
    zval* arguments = call.count == 0 ? nullptr : static_cast<zval*>(safe_emalloc(call.count, sizeof(zval), 0));
    for (uint32_t i = 0; i < call.count; ++i) ZVAL_COPY(&arguments[i], &call.arguments[i]);
    call.callable.retval = &result;
    call.callable.params = arguments;
    call.callable.param_count = call.count;
    zend_call_function(&call.callable, &call.cache);
    if (EG(exception) != nullptr) [[unlikely]]
        bail_unless_contained();
    for (uint32_t i = 0; i < call.count; ++i) zval_ptr_dtor(&arguments[i]);
    if (arguments != nullptr) efree(arguments);
    zval_ptr_dtor(&function);
    run_deferred(&result);
    zval_ptr_dtor(&result);
}

// The coroutines to join. The memory is malloc's, so a bailout elsewhere leaves it intact.
struct Targets {
    Error error;
    uint32_t count;
    int64_t* ids;
};

Targets targets_of(Coroutines& coroutines, HashTable* numbers) {
    Targets targets{Error::ok, 0, static_cast<int64_t*>(safe_emalloc(zend_hash_num_elements(numbers), 8, 8))};
    zval* number;
    ZEND_HASH_FOREACH_VAL(numbers, number) {
        ZVAL_DEREF(number);
        if (Z_TYPE_P(number) != IS_LONG) {
            zend_argument_type_error(1, "must be a list of int, %s given in it", zend_zval_type_name(number));
            targets.error = Error::invalid_params;
            break;
        }
        const zend_long id = Z_LVAL_P(number);
        if (id == coroutines.current()->id()) targets.error = Error::wrong_operation;
        if (coroutines.scheduler.find(id) != nullptr) targets.ids[targets.count++] = id;
    }
    ZEND_HASH_FOREACH_END();
    if (targets.error == Error::ok && targets.count == 0) targets.error = Error::invalid_params;
    if (targets.error != Error::ok) efree(targets.ids);
    return targets;
}

coro::Wake join_all(Coroutines& coroutines, Targets& targets, coro::Deadline until) noexcept {
    std::vector<coro::Coroutine*> others;
    for (uint32_t i = 0; i < targets.count; ++i) others.push_back(coroutines.scheduler.find(targets.ids[i]));
    efree(targets.ids);
    return coro::join(coroutines.scheduler, others, until);
}

// The function is the program's __call(), which the engine created for this call only.
void drop(Call& call) { zend_release_fcall_info_cache(&call.cache); }

}  // namespace

void create_coroutine(INTERNAL_FUNCTION_PARAMETERS) {
    Call call{};
    ZEND_PARSE_PARAMETERS_START(1, -1)
    Z_PARAM_FUNC(call.callable, call.cache)
    Z_PARAM_VARIADIC('*', call.arguments, call.count)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr) {
        drop(call);
        RETURN_THROWS();
    }
    zend_long id = coroutines->scheduler.last_id() + 1;
    const bool spawned = Fiber::spawn(*coroutines, {run_call, nullptr}, &call);
    bail_if_ended();
    if (!spawned) {
        drop(call);
        if (coroutines->scheduler.count() < coroutines->pool.max_coroutines) {
            throw_exception(Error::no_memory, "no memory for the stack of one more coroutine; there are %zu",
                            coroutines->scheduler.count());
            RETURN_THROWS();
        }
        warn("max_coroutine is reached: there are %zu", coroutines->scheduler.count());
        return failure(Error::coroutine_limit, return_value);
    }
    RETURN_LONG(id);
}

bool run_program(zif_handler start, INTERNAL_FUNCTION_PARAMETERS) {
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) return true;
    if (runtime->current() != nullptr || runtime->running) return false;
    hook_by_default(*runtime, true);
    const ProgramMark mark = mark_program(runtime);
    start(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    const bool started = EG(exception) == nullptr && Z_TYPE_P(return_value) != IS_FALSE;
    if (started && !runtime->is_script) run_inside(*runtime, {mark, mark_program(runtime)});
    const bool ended = started && (!runtime->is_script || run_to_end(*runtime));
    hook_by_default(*runtime, false);
    if (!started) return true;
    if (!ended) zend_throw_unwind_exit();
    ZVAL_BOOL(return_value, EG(exception) == nullptr);
    return true;
}

void defer_in_coroutine(INTERNAL_FUNCTION_PARAMETERS) {
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_have_coroutine(coroutines)) {
        zend_release_fcall_info_cache(&cache);
        RETURN_THROWS();
    }
    zval kept;
    keep_callable(callable, cache, &kept);
    current_fiber()->locals.defer(&kept);
}

void register_coroutine(Classes& into) {
    into.coroutine = register_class_Swoole_Coroutine();
    into.coroutine->create_object = refuse_to_create;
    into.coroutine_context = register_class_Swoole_Coroutine_Context(spl_ce_ArrayObject);
    into.coroutine_iterator = register_class_Swoole_Coroutine_Iterator(spl_ce_ArrayIterator);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine, create) { create_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_METHOD(Swoole_Coroutine, defer) { defer_in_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_METHOD(Swoole_Coroutine, yield) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    if (!after_wait(*coroutines, coroutines->scheduler.suspend(tern::coro::Wait::yield, tern::coro::Deadline::never()),
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
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr) RETURN_THROWS();
    tern::coro::Coroutine* target = coroutines->scheduler.find(id);
    if (target == nullptr || target->waits_for() != tern::coro::Wait::yield) {
        warn("coroutine " ZEND_LONG_FMT " does not wait in yield()", id);
        return failure(Error::coroutine_not_exist, return_value);
    }
    coroutines->scheduler.resume(*target, tern::coro::Wake::resumed);
    bail_if_ended();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine, getCid) {
    ZEND_PARSE_PARAMETERS_NONE();
    Fiber* self = current_fiber();
    RETURN_LONG(self == nullptr ? -1 : self->id());
}

ZEND_METHOD(Swoole_Coroutine, getPcid) {
    zend_long id = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = tern::php::coroutines();
    tern::coro::Coroutine* one = nullptr;
    if (coroutines != nullptr) one = id == 0 ? coroutines->scheduler.current() : coroutines->scheduler.find(id);
    if (one == nullptr) RETURN_FALSE;
    RETURN_LONG(one->parent_id() == 0 ? -1 : one->parent_id());
}

ZEND_METHOD(Swoole_Coroutine, exists) {
    zend_long id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(runtime() != nullptr && coroutines()->scheduler.find(id) != nullptr);
}

ZEND_METHOD(Swoole_Coroutine, cancel) {
    zend_long id;
    bool throws = false;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(id)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(throws)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr) RETURN_THROWS();
    tern::coro::Coroutine* target = coroutines->scheduler.find(id);
    if (target == nullptr) return failure(Error::coroutine_not_exist, return_value);
    const bool canceled = cancel_with(*coroutines, *target, throws ? classes.canceled_exception : nullptr);
    bail_if_ended();
    if (!canceled) return failure(Error::coroutine_cannot_cancel, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine, isCanceled) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    RETURN_BOOL(coroutines->current()->canceled());
}

ZEND_METHOD(Swoole_Coroutine, join) {
    HashTable* ids;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ARRAY_HT(ids)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    Targets targets = targets_of(*coroutines, ids);
    if (EG(exception) != nullptr) RETURN_THROWS();
    if (targets.error != Error::ok) return failure(targets.error, return_value);
    const tern::coro::Wake wake = join_all(*coroutines, targets, deadline_in(timeout));
    if (!after_wait(*coroutines, wake, return_value)) return;
    bail_if_ended();
    if (wake == tern::coro::Wake::timed_out) return failure(Error::coroutine_timed_out, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Coroutine, setTimeLimit) {
    double seconds;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_DOUBLE(seconds)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_have_coroutine(coroutines)) RETURN_THROWS();
    if (seconds > kMostSeconds) {
        zend_argument_value_error(1, "must be at most %g, %g given", kMostSeconds, seconds);
        RETURN_THROWS();
    }
    if (!(seconds > 0)) {
        current_fiber()->lift_time_limit();
    } else {
        current_fiber()->limit_time(std::max<int64_t>(1, std::llround(seconds * 1000)));
    }
    RETURN_TRUE;
}
