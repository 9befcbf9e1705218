#include "php/engine/constants/constants.h"
#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/http/port_object.h"
#include "php/server/server_port_arginfo.h"

namespace tern::php {

namespace {

zend_object* create_port(zend_class_entry* entry) {
    zend_object* object = create_object<PortObject>(entry);
    of<PortObject>(object)->config = new PortConfig();
    return object;
}

HashTable* list_callbacks(zend_object* object, zval** table, int* count) {
    zend_get_gc_buffer* buffer = zend_get_gc_buffer_create();
    for (zval& callback : of<PortObject>(object)->callbacks) zend_get_gc_buffer_add_zval(buffer, &callback);
    zend_get_gc_buffer_use(buffer, table, count);
    return zend_std_get_properties(object);
}

}  // namespace

void register_server_port(Classes& into) {
    into.server_port = register_class_Swoole_Server_Port();
    into.server_port->create_object = create_port;
    handlers<PortObject>()->get_gc = list_callbacks;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Server_Port, __construct) { ZEND_PARSE_PARAMETERS_NONE(); }

ZEND_METHOD(Swoole_Server_Port, set) {
    HashTable* settings;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ARRAY_HT(settings)
    ZEND_PARSE_PARAMETERS_END();
    PortObject* port = of<PortObject>(ZEND_THIS);
    if (!may_change(port->sealed, "options")) return;
    if (!apply_options(server_options(), settings,
                       {nullptr, port->config, &port->touched, nullptr, UnknownOptions::warn}))
        RETURN_THROWS();
    merge_setting(&port->std, settings);
}

ZEND_METHOD(Swoole_Server_Port, on) {
    zend_string* name;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(name)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    PortObject* port = of<PortObject>(ZEND_THIS);
    if (!may_change(port->sealed, "callbacks")) RETURN_FALSE;
    const EventRow* row = find_port_event(view(name));
    if (row == nullptr) {
        warn("unknown event \"%s\" of a port", ZSTR_VAL(name));
        return failure(tern::Error::invalid_params, return_value);
    }
    keep_callback(*row, port->callbacks, callable, cache);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server_Port, getCallback) {
    zend_string* name;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    const EventRow* row = find_port_event(view(name));
    if (row == nullptr) RETURN_NULL();
    return_callback(&of<PortObject>(ZEND_THIS)->callbacks[row->index], return_value);
}
