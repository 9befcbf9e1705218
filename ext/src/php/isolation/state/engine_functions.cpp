#include "php/isolation/state/engine_functions.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "php/engine/classes.h"
#include "php/engine/compat/working_directory.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/internal_function.h"
#include "php/engine/state/error_handling.h"
#include "php/engine/state/opcache.h"
#include "php/isolation/context.h"
#include "php/isolation/state/module_globals.h"
#include "php/isolation/state/own_parts.h"
#include "php/isolation/state/request_globals.h"

namespace tern::php {

namespace {

struct EngineRow;

// Called instead of the function's own handler, which it may call.
using Replacement = void (*)(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS);

struct EngineRow {
    const char* name;  // "class::method" for a method; in lower case
    Replacement call;
    const char* detail;  // its meaning depends on `call`
};

// Keys of parts that several functions set.
constexpr char kDirectory = 0;
constexpr char kHandlers = 0;
constexpr char kHeaders = 0;
constexpr char kLocale = 0;
constexpr char kMask = 0;
constexpr char kSyslog = 0;
constexpr char kRandom = 0;
constexpr const char* kPeak = "peak";

// The running coroutine if it handles a request, was started by one that does, or runs in a context. Other code
// (workerStart, timers) prepares the process.
Fiber* request_fiber() noexcept {
    Fiber* self = current_fiber();
    return self != nullptr && (self->for_request() || Context::running() != nullptr) ? self : nullptr;
}

// The running coroutine: in a worker any, in other programs only one that handles a request or runs in a context.
Fiber* server_fiber() noexcept {
    Fiber* self = current_fiber();
    if (self == nullptr || self->for_request() || Context::running() != nullptr) return self;
    return coroutines()->is_script ? nullptr : self;
}

// Whether the running context is like a process of PHP.
bool in_page() noexcept { return Context::running() != nullptr && Context::running()->is_like_process(); }

// Makes this part the running request's own from now on.
void give_own(const void* key, OwnPart* (*make)()) {
    if (Fiber* self = request_fiber()) self->need_own_state().need(key, make);
}

// Whether the running context has its own state of the function's module anyway.
bool is_own_module(const zend_execute_data* call) noexcept {
    return Context::running() != nullptr && ModuleGlobals::is_own(call->func->internal_function.module);
}

void refuse_session(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (server_fiber() == nullptr || Context::running() != nullptr) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_throw_error(classes.error,
                     "%s() cannot be used in a coroutine of a server: PHP has one session for the whole process, so "
                     "requests would get each other's. Keep sessions by a cookie in Redis, a database or Tern\\Cache, "
                     "as the session middleware of your framework does",
                     row.name);
}

// Whether PHP or another stream has only the address of this one: the body of the request, and what is within a stream
// such as php://temp. Where a script closes it, they use freed memory.
bool is_inner_stream(const zend_resource& resource) noexcept {
    if (resource.type != php_file_le_stream()) return false;
    const auto* stream = static_cast<const php_stream*>(resource.ptr);
    return stream->enclosing_stream != nullptr || stream == SG(request_info).request_body;
}

void list_resources(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) != IS_ARRAY) return;
    zend_ulong handle;
    zval* one;
    ZEND_HASH_FOREACH_NUM_KEY_VAL(Z_ARRVAL_P(return_value), handle, one) {
        if (is_inner_stream(*Z_RES_P(one))) zend_hash_index_del(Z_ARRVAL_P(return_value), handle);
    }
    ZEND_HASH_FOREACH_END();
}

// The line editor has one history, one callback and one terminal, and keeps them for the process. A program of the
// command line has them for itself.
void refuse_terminal(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (Context::running() == nullptr) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_throw_error(classes.error,
                     "%s() cannot be used in a context: the history and the callbacks of readline belong to the "
                     "process, so they would stay for other requests. Call it in a program of the command line",
                     row.name);
}

// True for a call without a value, which only reads.
bool only_reads(const zend_execute_data* call) noexcept {
    return ZEND_CALL_NUM_ARGS(call) == 0 || Z_TYPE_P(ZEND_CALL_ARG(call, 1)) == IS_NULL;
}

void refuse_session_change(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (only_reads(execute_data) && Context::running() == nullptr) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    refuse_session(row, engines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// With one argument it reads.
void refuse_terminal_change(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (ZEND_NUM_ARGS() < 2) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    refuse_terminal(row, engines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void own_locale_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    give_own(&kLocale, own_locale);
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// `detail`: the function that returns the value. The module keeps what it is told, and tells what others have set, in
// one heap for all.
void own_value_first(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    Fiber* self = only_reads(execute_data) || is_own_module(execute_data) ? nullptr : request_fiber();
    const zend_internal_function* getter = self == nullptr ? nullptr : internal_function(row.detail);
    if (getter != nullptr && self->need_own_state().find(&row) == nullptr) {
        if (Context* context = Context::running()) context->share_values();
        self->need_own_state().add(&row, own_value(*getter, EX(func)->internal_function, engines));
    }
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void own_setting(zend_string* name) {
    Fiber* self = request_fiber();
    if (self == nullptr || Context::running() != nullptr) return;  // a context has its own settings
    const void* key = zend_hash_find_ptr(EG(ini_directives), name);
    OwnState& own = self->need_own_state();
    if (key == nullptr || own.find(key) != nullptr) return;
    if (OwnPart* part = own_ini(name)) own.add(key, part);
}

void own_setting_named(const char* text) {
    zend_string* name = zend_string_init(text, std::strlen(text), false);
    own_setting(name);
    zend_string_release(name);
}

void limit_time(Fiber& self, zend_long seconds) noexcept {
    if (seconds <= 0) return self.lift_time_limit();
    self.limit_time(std::min(seconds, static_cast<zend_long>(kMostSeconds)) * 1000);
}

// The engine's time limit is for the whole process and a fatal error, which would hit any running coroutine.
void limit_own_time(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    Fiber* self = in_page() ? nullptr : server_fiber();
    if (self == nullptr) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_long seconds;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(seconds)
    ZEND_PARSE_PARAMETERS_END();
    limit_time(*self, seconds);
    RETURN_TRUE;
}

// The same by ini_set(), which returns the former value.
bool sets_own_time_limit(const zend_execute_data* call, zval* return_value) {
    Fiber* self = in_page() ? nullptr : server_fiber();
    if (self == nullptr || ZEND_CALL_NUM_ARGS(call) != 2) return false;
    const zval* name = ZEND_CALL_ARG(call, 1);
    if (Z_TYPE_P(name) != IS_STRING || !zend_string_equals_literal(Z_STR_P(name), "max_execution_time")) return false;
    limit_time(*self, zval_get_long(const_cast<zval*>(ZEND_CALL_ARG(call, 2))));
    RETVAL_STRING(zend_ini_string("max_execution_time", std::strlen("max_execution_time"), false));
    return true;
}

// `detail`: the setting; null: its name is the first argument.
void own_setting_first(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (sets_own_time_limit(execute_data, return_value)) return;
    const zval* first = ZEND_NUM_ARGS() == 0 ? nullptr : ZEND_CALL_ARG(execute_data, 1);
    if (row.detail != nullptr) {
        if (!only_reads(execute_data)) own_setting_named(row.detail);
    } else if (first != nullptr && Z_TYPE_P(first) == IS_STRING) {
        own_setting(Z_STR_P(first));
    }
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void own_handlers_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    const bool was_visible = before_error_handler_changes();
    give_own(&kHandlers, own_handlers);
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    after_error_handler_changed(was_visible);
}

// Outside of contexts it is the process's.
void own_directory_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    const bool is_of_context = Context::running() != nullptr;
    if (is_of_context) give_own(&kDirectory, own_directory);
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) == IS_TRUE) follow_directory_of_php();
    note_directory_change(is_of_context);
}

// For scripts: PHP takes these back when a request ends. Other code sets them for the process.
void own_environment_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    const zval* first = ZEND_NUM_ARGS() == 0 ? nullptr : ZEND_CALL_ARG(execute_data, 1);
    if (in_page() && first != nullptr && Z_TYPE_P(first) == IS_STRING)
        own_environment(*Context::running(), view(Z_STR_P(first)));
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void own_mask_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (Context::running() != nullptr && !only_reads(execute_data)) give_own(&kMask, own_mask);
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void own_syslog_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    give_own(&kSyslog, own_syslog);
    if (ZEND_NUM_ARGS() == 3)
        note_syslog(zval_get_long(ZEND_CALL_ARG(execute_data, 2)), zval_get_long(ZEND_CALL_ARG(execute_data, 3)));
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void own_random_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!is_own_module(execute_data)) give_own(&kRandom, own_random);
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// It sets ini settings, which are the context's own, and one value that is not a setting.
void own_assertions_first(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (in_page() && ZEND_NUM_ARGS() == 2) {
        OwnState& state = *Context::running();
        if (state.find(&row) == nullptr) state.add(&row, own_assert_callback(EX(func), engines));
    }
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// A callback of a filter must not suspend: another script would replace the variables.
void own_filter_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!in_page()) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    fill_filter_storage();
    zend_fiber_switch_block();
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_fiber_switch_unblock();
    clear_filter_storage();
}

// The process keeps the handler, and calls it in whichever code the signal meets.
void share_all_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    Context::share_all();
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// A context has headers anyway.
void own_headers_first(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (Context::running() == nullptr) give_own(&kHeaders, own_headers);
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

// As of a process with this script alone. `detail`: what is asked for.
void get_own_memory(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!in_page() || Context::running()->has_own_heap()) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    bool real_usage = false;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(real_usage)
    ZEND_PARSE_PARAMETERS_END();
    constexpr int64_t kChunk = 2 * 1024 * 1024;
    const Context& context = *Context::running();
    const int64_t now = context.memory();
    const int64_t bytes = std::max<int64_t>(row.detail == kPeak ? context.limits().peak(now) : now, 0);
    RETURN_LONG(real_usage ? (bytes / kChunk + 1) * kChunk : bytes);
}

void reset_own_peak(const EngineRow&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!in_page()) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    ZEND_PARSE_PARAMETERS_NONE();
    Context& context = *Context::running();
    context.limits().reset_peak(context.memory());
}

constexpr EngineRow kEngineRows[] = {
    {"assert_options", own_assertions_first, nullptr},
    {"bcscale", own_value_first, "bcscale"},
    {"chdir", own_directory_first, nullptr},
    {"closelog", own_syslog_first, nullptr},
    {"date_default_timezone_set", own_value_first, "date_default_timezone_get"},
    {"error_reporting", own_setting_first, "error_reporting"},
    {"filter_has_var", own_filter_first, nullptr},
    {"filter_input", own_filter_first, nullptr},
    {"filter_input_array", own_filter_first, nullptr},
    {"get_resources", list_resources, nullptr},
    {"header", own_headers_first, nullptr},
    {"header_register_callback", own_headers_first, nullptr},
    {"header_remove", own_headers_first, nullptr},
    {"http_response_code", own_headers_first, nullptr},
    {"ignore_user_abort", own_setting_first, "ignore_user_abort"},
    {"ini_alter", own_setting_first, nullptr},
    {"ini_restore", own_setting_first, nullptr},
    {"ini_set", own_setting_first, nullptr},
    {"libxml_set_external_entity_loader", own_value_first, "libxml_get_external_entity_loader"},
    {"libxml_use_internal_errors", own_value_first, "libxml_use_internal_errors"},
    {"locale::setdefault", own_setting_first, "intl.default_locale"},
    {"locale_set_default", own_setting_first, "intl.default_locale"},
    {"mb_detect_order", own_value_first, "mb_detect_order"},
    {"mb_http_output", own_value_first, "mb_http_output"},
    {"mb_internal_encoding", own_value_first, "mb_internal_encoding"},
    {"mb_language", own_setting_first, "mbstring.language"},
    {"mb_regex_encoding", own_value_first, "mb_regex_encoding"},
    {"mb_regex_set_options", own_value_first, "mb_regex_set_options"},
    {"mb_substitute_character", own_value_first, "mb_substitute_character"},
    {"memory_get_peak_usage", get_own_memory, kPeak},
    {"memory_get_usage", get_own_memory, nullptr},
    {"memory_reset_peak_usage", reset_own_peak, nullptr},
    {"mt_srand", own_random_first, nullptr},
    {"openlog", own_syslog_first, nullptr},
    {"pcntl_signal", share_all_first, nullptr},
    {"putenv", own_environment_first, nullptr},
    {"readline_add_history", refuse_terminal, nullptr},
    {"readline_callback_handler_install", refuse_terminal, nullptr},
    {"readline_callback_handler_remove", refuse_terminal, nullptr},
    {"readline_callback_read_char", refuse_terminal, nullptr},
    {"readline_clear_history", refuse_terminal, nullptr},
    {"readline_completion_function", refuse_terminal, nullptr},
    {"readline_info", refuse_terminal_change, nullptr},
    {"readline_read_history", refuse_terminal, nullptr},
    {"restore_error_handler", own_handlers_first, nullptr},
    {"restore_exception_handler", own_handlers_first, nullptr},
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
    {"set_error_handler", own_handlers_first, nullptr},
    {"set_exception_handler", own_handlers_first, nullptr},
    {"set_include_path", own_setting_first, "include_path"},
    {"set_time_limit", limit_own_time, nullptr},
    {"setcookie", own_headers_first, nullptr},
    {"setlocale", own_locale_first, nullptr},
    {"setrawcookie", own_headers_first, nullptr},
    {"spl_autoload_extensions", own_value_first, "spl_autoload_extensions"},
    {"srand", own_random_first, nullptr},
    {"umask", own_mask_first, nullptr},
};

void call_replacement(const EngineRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    row.call(row, engines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

}  // namespace

bool set_own_setting(zend_string* name, zend_string* value, bool is_admin) {
    for (Bytes prefix : {"opcache.", "swoole.", "tern."}) {
        if (view(name).starts_with(prefix)) return true;  // of the process
    }
    for (Bytes other : {"disable_functions", "disable_classes"}) {
        if (view(name) == other) return false;  // of the process: a page would keep what it cannot call
    }
    const int stage = is_admin ? PHP_INI_STAGE_ACTIVATE : PHP_INI_STAGE_HTACCESS;
    return zend_alter_ini_entry_ex(name, value, is_admin ? PHP_INI_SYSTEM : PHP_INI_PERDIR, stage, true) == SUCCESS;
}

void change_own_directory(const char* path) {
    give_own(&kDirectory, own_directory);
    (void)change_directory(path);
    note_directory_change(true);
    OpcacheUse::drop_directory();
}

void leave_own_directory() {
    Context* context = Context::running();
    OwnPart* part = context == nullptr ? nullptr : context->find(&kDirectory);
    if (part != nullptr) part->put_back();
}

void take_over_functions() noexcept { ReplacedFunctions<kEngineRows, call_replacement>::take_over(); }

}  // namespace tern::php
