// Registers the classes and functions of this extension, once at start-up.
#pragma once

#include "php/engine/classes.h"

namespace tern::php {

// There is one function for each class or family. Each sets its members of `classes`, and create_object if objects have
// a C++ part. A class comes after those that it depends on.
using RegisterClass = void(Classes& into);

RegisterClass register_exceptions, register_server, register_redis_server, register_server_event_objects,
    register_server_task, register_connection_iterator, register_server_port, register_http_request,
    register_http_response, register_tern_http_body_stream, register_coroutine, register_coroutine_system,
    register_coroutine_channel, register_coroutine_lock, register_coroutine_socket, register_blocking_socket,
    register_coroutine_http_server, register_atomic, register_atomic_long, register_lock, register_process,
    register_supervisor, register_event, register_timer, register_runtime, register_tern_context, register_context_call,
    register_tern_coroutine, register_tern_http_response, register_client_http_connection, register_websocket_frame,
    register_websocket_server, register_shared_places, register_table, register_shared_cache, register_tern_metrics,
    register_tern_metric_objects, register_http2_connection, register_client_websocket, register_poller,
    register_program_state;

// Calls all of the above, then registers the names of 2018 and, unless swoole.use_shortname is off, the short names.
void register_classes(bool with_short_names);

// Tables of functions of sources that have no header. Those with a parameter also register the short names: go(),
// Co\run(), Co\batch() and others.
using RegisterFunctions = void();

RegisterFunctions register_tracing_functions, register_upgrade_functions, register_worker_functions,
    register_rooms_functions, register_state_functions, register_pool_functions, register_sapi_functions,
    register_web_functions, register_socket_functions, register_client_functions, register_loop_functions,
    register_value_functions, register_cooperative_functions;
void register_coroutine_functions(bool with_short_names);
void register_library_functions(bool with_short_names);

}  // namespace tern::php
