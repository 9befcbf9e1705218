// Registers the classes and functions of this extension, once at start-up.
#pragma once

#include "php/engine/classes.h"
#include "php/engine/compat/engine.h"
#include "php/engine/string_slice.h"

namespace tern::php {

// There is one function for each class or family. Each sets its members of `classes`, and create_object if objects have
// a C++ part. A class comes after those that it depends on.
using RegisterClass = void(Classes& into);

RegisterClass register_exceptions, register_server, register_redis_server, register_server_event_objects,
    register_server_task, register_connection_iterator, register_server_port, register_http_request,
    register_http_response, register_tern_http_body_stream, register_coroutine, register_coroutine_system,
    register_coroutine_channel, register_coroutine_lock, register_coroutine_socket, register_blocking_socket,
    register_coroutine_http_server, register_atomic, register_atomic_long, register_lock, register_thread_map,
    register_thread_list, register_thread_queue, register_thread_atomic, register_thread_lock, register_thread_barrier,
    register_thread_error, register_process, register_supervisor, register_event, register_timer, register_runtime,
    register_tern_context, register_context_call, register_tern_coroutine, register_tern_http_response,
    register_client_http_connection, register_websocket_frame, register_websocket_server, register_shared_places,
    register_table, register_shared_cache, register_tern_metrics, register_tern_metric_objects,
    register_http2_connection, register_client_websocket, register_poller, register_program_state, register_site_router,
    register_pool_children, register_pool_responder, register_thread;

// Calls all of the above, then registers the names of 2018 and, unless swoole.use_shortname is off, the short names.
void register_classes(bool with_short_names);

// Tables of functions of sources that have no header. Those with a parameter also register the short names: go(),
// Co\run(), Co\batch() and others.
using RegisterFunctions = void();

RegisterFunctions register_tracing_functions, register_upgrade_functions, register_worker_functions,
    register_rooms_functions, register_state_functions, register_pool_functions, register_web_functions,
    register_fastcgi_functions, register_socket_functions, register_client_functions, register_loop_functions,
    register_value_functions, register_cooperative_functions, register_unix_functions;
void register_coroutine_functions(bool with_short_names);
void register_library_functions(bool with_short_names);

// Starts another module while this extension's own starts. False: it has failed.
bool start_inner_module(zend_module_entry& module);

// Registers functions of this extension, with tern.openswoole under their OpenSwoole names, too.

// Call it while the module starts.
void register_functions(const zend_function_entry* table);

// Names that begin with the first are there with the second in front, too.
struct NamePrefix {
    Bytes of_swoole;
    const char* before;
};

inline constexpr NamePrefix kOpenSwooleNamespace{"Swoole\\", "Open"};

zend_string* renamed(const NamePrefix& prefix, Bytes name);
// Names of classes and functions are the same in upper and lower case.
bool is_taken(const HashTable* table, zend_string* name);
// The functions of a table that have a name of Swoole, under their OpenSwoole names.
void register_openswoole_functions(const zend_function_entry* table);

// Replaces functions of PHP, and what else of it knows one request only. The sources that define these say why.
using TakeOver = void() noexcept;

// Call these once in each process, when all extensions have started.
TakeOver take_over_context_functions, take_over_soap_faults, take_over_limits, take_over_undivided_calls,
    take_over_directories, take_over_connections, take_over_driver_streams;
// Once, when this module starts. Where PHP has no http_get_last_response_headers() it does nothing.
TakeOver take_over_http_streams;
// When a request of PHP starts; calls after the first do nothing.
TakeOver take_over_select_calls, take_over_mysqli_poll;
// From now on scripts copy one array, instead of making a variable of each text of the environment.
TakeOver take_over_environment;

}  // namespace tern::php
