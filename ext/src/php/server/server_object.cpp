#include "php/server/server_object.h"

#include <cstring>
#include <memory>
#include <utility>

#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/http/options/port_options.h"

namespace tern::php {

namespace {

// The options that start() adds to `setting` if the program did not set them, as the API does. 0 leaves a number to the
// machine: `setting` then has that number.
constexpr const char* kShownDefaults[] = {"worker_num", "task_worker_num", "output_buffer_size", "max_connection"};

bool is_decided(zval* setting, const char* name) {
    zval* given = Z_TYPE_P(setting) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(setting), name, strlen(name)) : nullptr;
    return given != nullptr && zval_get_long(given) != 0;
}

void show_defaults(ServerObject& server) {
    zval slot;
    zval* setting = zend_read_property(server.std.ce, &server.std, ZEND_STRL("setting"), true, &slot);
    zval defaults;
    array_init(&defaults);
    for (const char* name : kShownDefaults) {
        if (is_decided(setting, name)) continue;
        zval value;
        read_option(*find_option(server_options(), name), server.config, &value);
        add_assoc_zval(&defaults, name, &value);
    }
    merge_setting(&server.std, Z_ARRVAL(defaults));
    zval_ptr_dtor(&defaults);
}

size_t files_row() noexcept {
    const OptionTable& table = server_options();
    static const size_t row = static_cast<size_t>(find_option(table, "http_parse_files") - table.rows.data());
    return row;
}

}  // namespace

void ServerObject::release(ServerObject& server) {
    delete server.config;
    for (zval& callback : server.callbacks) zval_ptr_dtor(&callback);
    zval_ptr_dtor(&server.boot_call);
    zval_ptr_dtor(&server.start_calls);
    zval_ptr_dtor(&server.processes);
    zval_ptr_dtor(&server.commands);
    for (uint32_t i = 0; i < server.port_count; ++i) OBJ_RELEASE(server.ports[i]);
}

ServerObject* constructed(zval* object) {
    ServerObject* server = of<ServerObject>(object);
    if (server->config != nullptr) return server;
    zend_throw_error(nullptr, "%s::__construct() has to call parent::__construct()", ZSTR_VAL(Z_OBJCE_P(object)->name));
    return nullptr;
}

namespace {

std::unique_ptr<PortConfig> resolved_config(const ServerObject& server, const PortObject& port, bool is_first) {
    auto merged = std::make_unique<PortConfig>(*port.config);
    inherit_options(server_options(), OptionScope::port, port.touched, &server.config->port, merged.get());
    if (!is_first && called_set(port)) merged->messages.end = port.config->messages.end;
    const bool chosen = port.touched.has(files_row()) || server.touched.has(files_row());
    merged->request.nest_files_as_php = chosen && merged->request.parse_files;
    resolve_port(*merged, *server.config);
    return merged;
}

}  // namespace

void resolve_ports(ServerObject& server) {
    for (uint32_t i = 0; i < server.port_count; ++i) {
        PortObject& port = *port_at(server, i);
        delete std::exchange(port.resolved, resolved_config(server, port, i == 0).release());
    }
}

void seal(ServerObject& server) {
    int64_t& coroutines = server.config->max_coroutine;
    if (coroutines == 0) coroutines = static_cast<int64_t>(coroutine_limit(*TERN_G(coroutine_options)));
    resolve_defaults(*server.config);
    resolve_ports(server);
    show_defaults(server);
    server.sealed = true;
    for (uint32_t i = 0; i < server.port_count; ++i) port_at(server, i)->sealed = true;
}

bool called_set(const PortObject& port) {
    zval slot;
    zend_object* object = const_cast<zend_object*>(&port.std);
    return Z_TYPE_P(zend_read_property(object->ce, object, ZEND_STRL("setting"), true, &slot)) == IS_ARRAY;
}

const PortConfig& port_config(const ServerObject& server, uint32_t index) { return *port_at(server, index)->resolved; }

const zval* port_callback(const ServerObject& server, uint32_t index, PortEvent event) noexcept {
    const zval* own = port_at(server, index)->callback(event);
    return Z_TYPE_P(own) != IS_UNDEF ? own : port_at(server, 0)->callback(event);
}

}  // namespace tern::php
