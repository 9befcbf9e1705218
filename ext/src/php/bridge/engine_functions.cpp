#include "php/bridge/engine_functions.h"

#include <cstring>

#include "php/bridge/classes.h"
#include "php/bridge/runtime.h"

namespace tern::php {

namespace {

struct Row;

// Before the function itself. False with an exception: it is not called.
using Before = bool (*)(const Row& row, const zend_execute_data* call);

struct Row {
    const char* name;    // "class::method" for a method; in lower case
    Before before;
    const char* detail;  // means what `before` makes of it
};

// What handles requests, and what those start. The rest of a server (workerStart, timers) prepares the process.
Fiber* request_fiber() noexcept {
    Runtime* all = runtime();
    Fiber* self = all == nullptr ? nullptr : all->current();
    return self != nullptr && self->for_request() ? self : nullptr;
}

bool refuse_session(const Row& row, const zend_execute_data*) {
    Runtime* all = runtime();
    if (all == nullptr || all->current() == nullptr || (all->is_script && request_fiber() == nullptr)) return true;
    zend_throw_error(classes.error,
                     "%s() cannot be used in a coroutine of a server: PHP has one session for the whole process, so "
                     "requests would get each other's. Keep sessions by a cookie in Redis, a database or Tern\\Cache, "
                     "as the session middleware of your framework does",
                     row.name);
    return false;
}

// Those that only read when they get nothing.
bool refuse_session_change(const Row& row, const zend_execute_data* call) {
    return ZEND_CALL_NUM_ARGS(call) == 0 || Z_TYPE_P(ZEND_CALL_ARG(call, 1)) == IS_NULL || refuse_session(row, call);
}

constexpr Row kRows[] = {
    {"session_abort", refuse_session, nullptr},
    {"session_cache_expire", refuse_session_change, nullptr},
    {"session_cache_limiter", refuse_session_change, nullptr},
    {"session_commit", refuse_session, nullptr},
    {"session_decode", refuse_session, nullptr},
    {"session_destroy", refuse_session, nullptr},
    {"session_encode", refuse_session, nullptr},
    {"session_gc", refuse_session, nullptr},
    {"session_id", refuse_session_change, nullptr},
    {"session_module_name", refuse_session_change, nullptr},
    {"session_name", refuse_session_change, nullptr},
    {"session_regenerate_id", refuse_session, nullptr},
    {"session_register_shutdown", refuse_session, nullptr},
    {"session_reset", refuse_session, nullptr},
    {"session_save_path", refuse_session_change, nullptr},
    {"session_set_cookie_params", refuse_session, nullptr},
    {"session_set_save_handler", refuse_session, nullptr},
    {"session_start", refuse_session, nullptr},
    {"session_unset", refuse_session, nullptr},
    {"session_write_close", refuse_session, nullptr},
};

struct Taken {
    const zend_string* name;  // as the function has it: a closure of the function has the same string
    zif_handler engines;
};

Taken taken[std::size(kRows)];

ZEND_NAMED_FUNCTION(call_with_care) {
    const zend_string* name = EX(func)->common.function_name;
    size_t at = 0;
    while (taken[at].name != name) ++at;
    if (!kRows[at].before(kRows[at], execute_data)) return;
    taken[at].engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

zend_function* find(const char* name) noexcept {
    const char* colons = std::strstr(name, "::");
    if (colons == nullptr) {
        return static_cast<zend_function*>(zend_hash_str_find_ptr(CG(function_table), name, std::strlen(name)));
    }
    auto* entry = static_cast<zend_class_entry*>(
        zend_hash_str_find_ptr(CG(class_table), name, static_cast<size_t>(colons - name)));
    if (entry == nullptr) return nullptr;
    return static_cast<zend_function*>(
        zend_hash_str_find_ptr(&entry->function_table, colons + 2, std::strlen(colons + 2)));
}

}  // namespace

void take_over_functions() noexcept {
    for (size_t i = 0; i < std::size(kRows); ++i) {
        zend_function* function = find(kRows[i].name);
        if (function == nullptr || function->type != ZEND_INTERNAL_FUNCTION || taken[i].name != nullptr) continue;
        taken[i] = {function->common.function_name, function->internal_function.handler};
        function->internal_function.handler = call_with_care;
    }
}

}  // namespace tern::php
