#include "php/coroutine/program/script.h"
#include "php/coroutine/program/timers.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/number_list.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/coroutine/timer_arginfo.h"

namespace tern::php {

namespace {

const loop::TimerTable* table() noexcept {
    Runtime* runtime = php::runtime();
    return runtime == nullptr || runtime->timers == nullptr ? nullptr : &runtime->timers->table();
}

// Null: there is no timer with this number.
const loop::NumberedTimer* find_timer(zend_long id) noexcept {
    return table() == nullptr ? nullptr : table()->find(id);
}

void start_timer(INTERNAL_FUNCTION_PARAMETERS, bool repeats) {
    zend_long delay_ms;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    zval* arguments = nullptr;
    uint32_t count = 0;
    ZEND_PARSE_PARAMETERS_START(2, -1)
    Z_PARAM_LONG(delay_ms)
    Z_PARAM_FUNC(callable, cache)
    Z_PARAM_VARIADIC('*', arguments, count)
    ZEND_PARSE_PARAMETERS_END();
    if (delay_ms < 1) warn_argument(1, "must be at least 1, " ZEND_LONG_FMT " given", delay_ms);
    Runtime* runtime = delay_ms < 1 ? nullptr : need_runtime();
    if (runtime == nullptr) {
        zend_release_fcall_info_cache(&cache);
        RETURN_FALSE;
    }
    if (runtime->timers == nullptr) runtime->timers = std::make_unique<Timers>(*runtime);
    Timers::Call call{{}, count, arguments};
    keep_callable(callable, cache, &call.callable);
    RETURN_LONG(runtime->timers->start(delay_ms, repeats, call));
}

}  // namespace

void register_timer(Classes& into) {
    into.timer = register_class_Swoole_Timer();
    into.timer->create_object = refuse_to_create;
    into.timer_iterator = register_class_Swoole_Timer_Iterator(spl_ce_ArrayIterator);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Timer, tick) { start_timer(INTERNAL_FUNCTION_PARAM_PASSTHRU, true); }

ZEND_METHOD(Swoole_Timer, after) { start_timer(INTERNAL_FUNCTION_PARAM_PASSTHRU, false); }

ZEND_METHOD(Swoole_Timer, exists) {
    zend_long id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    const tern::loop::NumberedTimer* timer = find_timer(id);
    RETURN_BOOL(timer != nullptr && !timer->stopped());
}

ZEND_METHOD(Swoole_Timer, info) {
    zend_long id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    const tern::loop::NumberedTimer* timer = find_timer(id);
    if (timer == nullptr) RETURN_NULL();
    array_init(return_value);
    add_assoc_long(return_value, "exec_msec", timer->due_ms() - table()->begin_ms());
    add_assoc_long(return_value, "exec_count", static_cast<zend_long>(timer->fired()));
    add_assoc_long(return_value, "interval", timer->interval_ms());
    add_assoc_long(return_value, "round", timer->started_in_turn());
    add_assoc_bool(return_value, "removed", timer->stopped());
}

ZEND_METHOD(Swoole_Timer, stats) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    add_assoc_bool(return_value, "initialized", table() != nullptr);
    add_assoc_long(return_value, "num", table() == nullptr ? 0 : static_cast<zend_long>(table()->count()));
    add_assoc_long(return_value, "round",
                   runtime() == nullptr ? 0 : static_cast<zend_long>(coroutines()->loop.turns()));
}

ZEND_METHOD(Swoole_Timer, list) {
    ZEND_PARSE_PARAMETERS_NONE();
    zval numbers;
    array_init(&numbers);
    if (table() != nullptr) {
        table()->each([&numbers](tern::loop::NumberedTimer& one) { add_next_index_long(&numbers, one.id()); });
    }
    return_numbers(classes.timer_iterator, &numbers, return_value);
}

ZEND_METHOD(Swoole_Timer, clear) {
    zend_long id;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(id)
    ZEND_PARSE_PARAMETERS_END();
    const bool cleared = table() != nullptr && runtime()->timers->clear(id);
    bail_if_ended();
    if (!cleared) return failure(Error::invalid_params, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Timer, clearAll) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (table() != nullptr) runtime()->timers->clear_all();
    bail_if_ended();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Timer, set) {
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
}
