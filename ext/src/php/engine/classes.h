// The class entries of this extension. php/engine/registry sets them at start-up, and they never change afterwards.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

struct Classes {
    zend_class_entry* server;
    zend_class_entry* http_server;
    zend_class_entry* redis_server;
    zend_class_entry* server_event;
    zend_class_entry* server_packet;
    zend_class_entry* server_pipe_message;
    zend_class_entry* server_status_info;
    zend_class_entry* server_task_result;
    zend_class_entry* server_task;
    zend_class_entry* connection_iterator;
    zend_class_entry* server_port;
    zend_class_entry* http_request;
    zend_class_entry* http_response;
    zend_class_entry* websocket_server;
    zend_class_entry* websocket_frame;
    zend_class_entry* websocket_close_frame;
    zend_class_entry* coroutine;
    zend_class_entry* coroutine_system;
    zend_class_entry* coroutine_context;
    zend_class_entry* coroutine_iterator;
    zend_class_entry* coroutine_channel;
    zend_class_entry* coroutine_lock;
    zend_class_entry* coroutine_socket;
    zend_class_entry* coroutine_http_server;
    zend_class_entry* blocking_socket;
    zend_class_entry* client_http_connection;
    zend_class_entry* client_websocket;
    zend_class_entry* atomic;
    zend_class_entry* atomic_long;
    zend_class_entry* lock;
    zend_class_entry *thread_map, *thread_list, *thread_queue, *thread_atomic, *thread_atomic_long, *thread_lock,
        *thread_barrier;
    zend_class_entry* process;
    zend_class_entry* thread;
    zend_class_entry* event;
    zend_class_entry* timer;
    zend_class_entry* timer_iterator;
    zend_class_entry* runtime;
    zend_class_entry* table;
    zend_class_entry* table_row;
    zend_class_entry* exception;
    zend_class_entry* error;
    zend_class_entry* exit_exception;
    zend_class_entry* canceled_exception;
    zend_class_entry* timeout_exception;
    zend_class_entry* socket_exception;
    zend_class_entry* body_exception;
    zend_class_entry* body_stream;
    zend_class_entry* site_target;
    zend_class_entry* context;
    zend_class_entry* context_call;
    zend_class_entry* metrics_counter;
    zend_class_entry* metrics_gauge;
    zend_class_entry* metrics_histogram;
};

inline Classes classes{};

// Classes in PHP: their files, as stack traces show them, are in this folder.
#define TERN_LIBRARY_FOLDER "tern:/library/"

inline bool is_library_file(const zend_string* file) noexcept {
    return file != nullptr && view(file).starts_with(TERN_LIBRARY_FOLDER);
}

}  // namespace tern::php
