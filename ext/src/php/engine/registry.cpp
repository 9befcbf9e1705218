#include "php/engine/registry.h"

#include <cstring>

#include "php/engine/globals.h"

namespace tern::php {

namespace {

struct Alias {
    const char* name;
    zend_class_entry* Classes::*entry;
};

// The class names that programs used before Swoole 5.
constexpr Alias kUnderscoreNames[] = {
    {"swoole_server", &Classes::server},
    {"swoole_http_server", &Classes::http_server},
    {"swoole_server_port", &Classes::server_port},
    {"swoole_redis_server", &Classes::redis_server},
    {"swoole_connection_iterator", &Classes::connection_iterator},
    {"swoole_http_request", &Classes::http_request},
    {"swoole_http_response", &Classes::http_response},
    {"swoole_websocket_server", &Classes::websocket_server},
    {"swoole_websocket_frame", &Classes::websocket_frame},
    {"swoole_websocket_closeframe", &Classes::websocket_close_frame},
    {"swoole_atomic", &Classes::atomic},
    {"swoole_atomic_long", &Classes::atomic_long},
    {"swoole_lock", &Classes::lock},
    {"swoole_process", &Classes::process},
    {"swoole_event", &Classes::event},
    {"swoole_timer", &Classes::timer},
    {"swoole_timer_iterator", &Classes::timer_iterator},
    {"swoole_runtime", &Classes::runtime},
    {"swoole_table", &Classes::table},
    {"swoole_table_row", &Classes::table_row},
    {"swoole_exception", &Classes::exception},
    {"swoole_error", &Classes::error},
};

constexpr Alias kShortNames[] = {
    {"Co", &Classes::coroutine},
    {"Co\\System", &Classes::coroutine_system},
    {"Co\\Context", &Classes::coroutine_context},
    {"Co\\Iterator", &Classes::coroutine_iterator},
    {"Co\\Channel", &Classes::coroutine_channel},
    {"Chan", &Classes::coroutine_channel},
    {"Co\\Lock", &Classes::coroutine_lock},
    {"Co\\Socket", &Classes::coroutine_socket},
    {"Co\\Http\\Server", &Classes::coroutine_http_server},
    {"Co\\Socket\\Exception", &Classes::socket_exception},
};

// Programs add their own properties to these objects ($server->table, $request->user); subclasses inherit that.
void allow_dynamic_properties() {
    for (zend_class_entry* entry :
         {classes.server, classes.http_server, classes.websocket_server, classes.redis_server, classes.websocket_frame,
          classes.websocket_close_frame, classes.server_port, classes.http_request, classes.http_response,
          classes.process, classes.coroutine_context}) {
        entry->ce_flags |= ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES;
    }
}

void register_alias(const Alias& alias) {
    zend_register_class_alias_ex(alias.name, std::strlen(alias.name), classes.*alias.entry, true);
}

// A class after those that it extends.
constexpr void (*kInOrder[])(Classes& classes) = {
    register_exceptions,
    register_server,
    register_redis_server,
    register_server_event_objects,
    register_server_task,
    register_connection_iterator,
    register_server_port,
    register_http_request,
    register_http_response,
    register_websocket_frame,
    register_websocket_server,
    register_tern_http_body_stream,
    register_coroutine,
    register_coroutine_system,
    register_coroutine_channel,
    register_coroutine_lock,
    register_coroutine_socket,
    register_coroutine_http_server,
    register_blocking_socket,
    register_client_http_connection,
    register_http2_connection,
    register_client_websocket,
    register_atomic,
    register_atomic_long,
    register_lock,
    register_thread_map,
    register_thread_list,
    register_thread_queue,
    register_thread_atomic,
    register_thread_lock,
    register_thread_barrier,
    register_thread_error,
    register_process,
    register_thread,
    register_supervisor,
    register_event,
    register_timer,
    register_runtime,
    register_tern_coroutine,
    register_tern_context,
    register_context_call,
    register_program_state,
    register_tern_http_response,
    register_shared_places,
    register_table,
    register_shared_cache,
    register_tern_metric_objects,
    register_tern_metrics,
    register_site_router,
    register_pool_children,
    register_pool_responder,
};

}  // namespace

void register_classes(bool with_short_names) {
    for (auto* register_class : kInOrder) register_class(classes);
    allow_dynamic_properties();
    for (const Alias& alias : kUnderscoreNames) register_alias(alias);
    if (!with_short_names) return;
    for (const Alias& alias : kShortNames) register_alias(alias);
}

namespace {

constexpr NamePrefix kFunctions{"swoole_", "open"};

const NamePrefix* prefix_of_function(Bytes name) noexcept {
    if (name.starts_with(kFunctions.of_swoole)) return &kFunctions;
    return name.starts_with(kOpenSwooleNamespace.of_swoole) ? &kOpenSwooleNamespace : nullptr;
}

}  // namespace

zend_string* renamed(const NamePrefix& prefix, Bytes name) {
    return zend_string_concat2(prefix.before, std::strlen(prefix.before), name.data(), name.size());
}

bool is_taken(const HashTable* table, zend_string* name) {
    zend_string* lower_name = zend_string_tolower(name);
    const bool taken = zend_hash_exists(table, lower_name);
    zend_string_release(lower_name);
    return taken;
}

void register_openswoole_functions(const zend_function_entry* table) {
    for (const zend_function_entry* row = table; row->fname != nullptr; ++row) {
        const NamePrefix* prefix = prefix_of_function(row->fname);
        if (prefix == nullptr) continue;
        zend_string* name = renamed(*prefix, row->fname);
        zend_function_entry alias[2] = {*row, {}};
        alias[0].fname = ZSTR_VAL(name);
        if (!is_taken(CG(function_table), name)) {
            zend_register_functions(nullptr, alias, nullptr, MODULE_PERSISTENT);
        }
        zend_string_release(name);
    }
}

// The registry adds the number and classes of the running module under EG(current_module), which is restored
// afterwards.
bool start_inner_module(zend_module_entry& module) {
    zend_module_entry* current = EG(current_module);
    const bool started = zend_startup_module(&module) == SUCCESS;
    EG(current_module) = current;
    return started;
}

void register_functions(const zend_function_entry* table) {
    zend_register_functions(nullptr, table, nullptr, MODULE_PERSISTENT);
    if (TERN_G(openswoole)) register_openswoole_functions(table);
}

}  // namespace tern::php
