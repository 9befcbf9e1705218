#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/globals.h"
#include "php/engine/options/coroutine_options.h"
#include "php/engine/registry.h"
#include "php/http/listen_advice.h"
#include "php/server/connection_iterator.h"
#include "php/server/port_binding.h"
#include "php/server/server_object.h"
#include "php/server/server_process.h"
#include "php/server/server_arginfo.h"

namespace tern::php {

namespace {

constexpr zend_long kModeBase = 1;     // SWOOLE_BASE
constexpr zend_long kModeProcess = 2;  // SWOOLE_PROCESS
constexpr zend_long kModeThread = 3;   // SWOOLE_THREAD

HashTable* list_references(zend_object* object, zval** table, int* count) {
    ServerObject* server = of<ServerObject>(object);
    zend_get_gc_buffer* buffer = zend_get_gc_buffer_create();
    for (zval& callback : server->callbacks) zend_get_gc_buffer_add_zval(buffer, &callback);
    zend_get_gc_buffer_add_zval(buffer, &server->boot_call);
    zend_get_gc_buffer_add_zval(buffer, &server->start_calls);
    zend_get_gc_buffer_add_zval(buffer, &server->processes);
    zend_get_gc_buffer_add_zval(buffer, &server->commands);
    for (uint32_t i = 0; i < server->port_count; ++i) zend_get_gc_buffer_add_obj(buffer, server->ports[i]);
    zend_get_gc_buffer_use(buffer, table, count);
    return zend_std_get_properties(object);
}

// The property `ports` is a copy, so that a program which writes to it does no harm.
void show_ports(ServerObject& server) {
    zval list;
    array_init_size(&list, server.port_count);
    for (uint32_t i = 0; i < server.port_count; ++i) {
        GC_ADDREF(server.ports[i]);
        zval port;
        ZVAL_OBJ(&port, server.ports[i]);
        add_next_index_zval(&list, &port);
    }
    zend_update_property(server.std.ce, &server.std, ZEND_STRL("ports"), &list);
    zval_ptr_dtor(&list);
}

void show_connections(zend_object* object, int32_t port) {
    zval connections;
    make_connection_iterator(port, &connections);
    zend_update_property(object->ce, object, ZEND_STRL("connections"), &connections);
    zval_ptr_dtor(&connections);
}

Error add_port(ServerObject& server, const PortAddress& address) {
    PortObject* made = make_port(address);
    if (Error error = bind_port(*made); error != Error::ok) {
        OBJ_RELEASE(&made->std);
        return error;
    }
    server.ports[server.port_count] = &made->std;
    show_connections(server.ports[server.port_count], static_cast<int32_t>(server.port_count));
    ++server.port_count;
    show_ports(server);
    return Error::ok;
}

void show_address(zend_object* object, const PortAddress& address, zend_long mode) {
    zend_update_property_str(object->ce, object, ZEND_STRL("host"), address.host);
    zend_update_property_long(object->ce, object, ZEND_STRL("mode"), mode);
}

// Number, type and TLS of the server are those of its first port.
void copy_from_first_port(ServerObject& server) {
    zend_object* port = server.ports[0];
    zval slot;
    zval* number = zend_read_property(port->ce, port, ZEND_STRL("port"), true, &slot);
    zend_update_property(server.std.ce, &server.std, ZEND_STRL("port"), number);
    zval* type = zend_read_property(port->ce, port, ZEND_STRL("type"), true, &slot);
    zend_update_property(server.std.ce, &server.std, ZEND_STRL("type"), type);
    zval* ssl = zend_read_property(port->ce, port, ZEND_STRL("ssl"), true, &slot);
    zend_update_property(server.std.ce, &server.std, ZEND_STRL("ssl"), ssl);
}

bool is_of_coroutines(zend_string* name) {
    return name != nullptr && find_option(server_options(), view(name)) == nullptr &&
           find_option(coroutine_option_table(), view(name)) != nullptr;
}

// The settings of the server or of coroutines, in their order. The caller releases the array.
zend_array* part_of(HashTable* settings, bool of_coroutines) {
    zend_array* part = zend_new_array(zend_hash_num_elements(settings));
    zend_ulong index = 0;
    zend_string* name = nullptr;
    zval* value = nullptr;
    ZEND_HASH_FOREACH_KEY_VAL(settings, index, name, value) {
        if (is_of_coroutines(name) != of_coroutines) continue;
        Z_TRY_ADDREF_P(value);
        name != nullptr ? zend_hash_add_new(part, name, value) : zend_hash_index_add_new(part, index, value);
    }
    ZEND_HASH_FOREACH_END();
    return part;
}

// Sets the server's options, and those of Coroutine::set() for the process. False: an exception was thrown.
bool set_options(ServerObject& server, HashTable* settings) {
    CoroutineOptions& coroutines = *TERN_G(coroutine_options);
    zend_array* own = part_of(settings, false);
    zend_array* others = part_of(settings, true);
    const bool set =
        apply_options(server_options(), own,
                      {server.config, &server.config->port, &server.touched, nullptr, UnknownOptions::warn}) &&
        apply_options(coroutine_option_table(), others, {&coroutines, nullptr, &coroutines.touched});
    zend_array_release(own);
    zend_array_release(others);
    return set;
}

void set_up(ServerObject& server, const PortAddress& address, zend_long mode) {
    server.config = new ServerConfig();
    server.config->limits_output = mode == kModeProcess;
    server.config->is_of_threads = mode == kModeThread;
    if (mode == kModeBase) server.config->worker_num = 1;
    server.config->port.open_http_protocol = instanceof_function(server.std.ce, classes.http_server);
    server.config->port.messages.end.redis = instanceof_function(server.std.ce, classes.redis_server);
    server.config->port.open_websocket_protocol = instanceof_function(server.std.ce, classes.websocket_server);
    show_address(&server.std, address, mode);
    if (Error error = add_port(server, address); error != Error::ok) {
        throw_exception(error, "failed to listen server port[%s:" ZEND_LONG_FMT "], Error: %s[%d]%s",
                        ZSTR_VAL(address.host), address.port, describe(error), number(error), listen_advice(error));
        delete server.config;
        server.config = nullptr;
        return;
    }
    show_connections(&server.std, -1);
    copy_from_first_port(server);
}

}  // namespace

void register_server(Classes& into) {
    into.server = register_class_Swoole_Server();
    into.http_server = register_class_Swoole_Http_Server(into.server);
    into.server->create_object = create_object<ServerObject>;
    into.http_server->create_object = create_object<ServerObject>;
    handlers<ServerObject>()->get_gc = list_references;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Server, __construct) {
    PortAddress address{nullptr, 0, kSockTcp};
    zend_long mode = kModeBase;
    ZEND_PARSE_PARAMETERS_START(0, 4)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(address.host)
    Z_PARAM_LONG(address.port)
    Z_PARAM_LONG(mode)
    Z_PARAM_LONG(address.sock_type)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = of<ServerObject>(ZEND_THIS);
    if (server->config != nullptr) {
        zend_throw_error(nullptr, "A server cannot be constructed twice");
        RETURN_THROWS();
    }
    if (process() != nullptr) {
        throw_exception(tern::Error::server_only_start_one, "server is running. unable to create %s",
                        ZSTR_VAL(server->std.ce->name));
        RETURN_THROWS();
    }
    if (mode < kModeBase || mode > kModeThread) {
        zend_argument_value_error(3, "must be SWOOLE_BASE, SWOOLE_PROCESS or SWOOLE_THREAD");
        RETURN_THROWS();
    }
    const bool default_host = address.host == nullptr;
    if (default_host) address.host = zend_string_init(ZEND_STRL("0.0.0.0"), false);
    if (check_address(address, 2, 4)) set_up(*server, address, mode);
    if (default_host) zend_string_release(address.host);
}

ZEND_METHOD(Swoole_Server, set) {
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (!may_change(server->sealed, "options")) RETURN_FALSE;
    if (!set_options(*server, settings)) RETURN_THROWS();
    merge_setting(&server->std, settings);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, on) {
    zend_string* name;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(name)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (!may_change(server->sealed, "callbacks")) RETURN_FALSE;
    zval* kept = server->callbacks;
    const EventRow* row = find_server_event(view(name));
    if (row == nullptr) {
        kept = port_at(*server, 0)->callbacks;
        row = find_port_event(view(name));
    }
    if (row == nullptr) {
        warn("unknown event \"%s\"", ZSTR_VAL(name));
        return failure(tern::Error::invalid_params, return_value);
    }
    keep_callback(*row, kept, callable, cache);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, getCallback) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (const EventRow* row = find_server_event(view(name))) {
        return return_callback(&server->callbacks[row->index], return_value);
    }
    const EventRow* row = find_port_event(view(name));
    if (row == nullptr) RETURN_NULL();
    return_callback(&port_at(*server, 0)->callbacks[row->index], return_value);
}

ZEND_METHOD(Swoole_Server, listen) {
    PortAddress address{nullptr, 0, 0};
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_STR(address.host)
    Z_PARAM_LONG(address.port)
    Z_PARAM_LONG(address.sock_type)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr || !check_address(address, 2, 3)) RETURN_THROWS();
    if (!may_change(server->sealed, "ports")) RETURN_FALSE;
    if (server->port_count == ServerObject::kMaxPorts) {
        warn("a server has at most %u ports", ServerObject::kMaxPorts);
        return failure(tern::Error::server_too_many_listen_ports, return_value);
    }
    if (tern::Error error = add_port(*server, address); error != tern::Error::ok) {
        TERN_G(log)->print(tern::LogLevel::warning, "cannot listen on %s:%ld: %s%s", ZSTR_VAL(address.host),
                           static_cast<long>(address.port), describe(error), tern::php::listen_advice(error));
        return failure(error, return_value);
    }
    RETURN_OBJ_COPY(server->ports[server->port_count - 1]);
}

ZEND_METHOD(Swoole_Server, getLastError) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(number(remembered()));
}
