#include "php/class/server_port.h"

#include "php/bridge/error.h"
#include "php/class/constants.h"
#include "php/class/registry.h"
#include "php/class/server_port_arginfo.h"

namespace tern::php {

namespace {

constexpr zend_long kSockSsl = 512;  // SWOOLE_SSL
// Flags that programs of 2018 add: SWOOLE_ASYNC, SWOOLE_SYNC, SWOOLE_KEEP.
constexpr zend_long kSockIgnored = 1024 | 2048 | 4096;

zend_long plain_type(zend_long sock_type) noexcept { return sock_type & ~(kSockSsl | kSockIgnored); }

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

// False, with a warning, when the server runs.
bool may_change(const PortObject& port, const char* what) {
    if (!port.sealed) return true;
    warn("the server is running: %s cannot change any more", what);
    remember(Error::wrong_operation);
    return false;
}

}  // namespace

void PortObject::release(PortObject& port) {
    delete port.config;
    for (zval& callback : port.callbacks) zval_ptr_dtor(&callback);
}

bool check_address(const PortAddress& address, uint32_t port_argument, uint32_t type_argument) {
    const zend_long type = plain_type(address.sock_type);
    if (type < 1 || type > kSockUnixDgram) {
        zend_argument_value_error(type_argument, "must be a SWOOLE_SOCK_* constant");
        return false;
    }
    if (type < kSockUnixStream && (address.port < 0 || address.port > 65535)) {
        zend_argument_value_error(port_argument, "must be between 0 and 65535, " ZEND_LONG_FMT " given", address.port);
        return false;
    }
    if (ZSTR_LEN(address.host) == 0 || zend_str_has_nul_byte(address.host)) {
        zend_argument_value_error(1, "must be an address or a path");
        return false;
    }
    return true;
}

PortObject* make_port(const PortAddress& address) {
    zval made;
    object_init_ex(&made, classes.server_port);
    zend_object* object = Z_OBJ(made);
    zend_update_property_str(object->ce, object, ZEND_STRL("host"), address.host);
    zend_update_property_long(object->ce, object, ZEND_STRL("port"), address.port);
    zend_update_property_long(object->ce, object, ZEND_STRL("type"), plain_type(address.sock_type));
    zend_update_property_bool(object->ce, object, ZEND_STRL("ssl"), (address.sock_type & kSockSsl) != 0);
    return of<PortObject>(object);
}

void keep_callback(const EventRow& row, zval* callbacks, zval* callable) {
    zval previous;
    ZVAL_COPY_VALUE(&previous, &callbacks[row.index]);
    ZVAL_COPY(&callbacks[row.index], callable);
    zval_ptr_dtor(&previous);
}

void return_callback(const zval* callback, zval* return_value) {
    if (Z_TYPE_P(callback) == IS_UNDEF) RETURN_NULL();
    RETURN_COPY(callback);
}

void merge_setting(zend_object* object, HashTable* given, const char* property) {
    const size_t length = std::strlen(property);
    zval slot;
    zval* old = zend_read_property(object->ce, object, property, length, true, &slot);
    ZVAL_DEREF(old);
    zval merged;
    ZVAL_ARR(&merged, Z_TYPE_P(old) == IS_ARRAY ? zend_array_dup(Z_ARRVAL_P(old)) : zend_new_array(0));
    zend_hash_copy(Z_ARRVAL(merged), given, zval_add_ref);
    zend_update_property(object->ce, object, property, length, &merged);
    zval_ptr_dtor(&merged);
}

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
    if (!may_change(*port, "options")) RETURN_FALSE;
    if (!apply_options(server_options(), settings, {nullptr, port->config, &port->touched})) RETURN_THROWS();
    merge_setting(&port->std, settings);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server_Port, on) {
    zend_string* name;
    zend_fcall_info callable;
    zend_fcall_info_cache unused;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(name)
    Z_PARAM_FUNC(callable, unused)
    ZEND_PARSE_PARAMETERS_END();
    PortObject* port = of<PortObject>(ZEND_THIS);
    if (!may_change(*port, "callbacks")) RETURN_FALSE;
    const EventRow* row = find_port_event(view(name));
    if (row == nullptr) {
        warn("unknown event \"%s\" of a port", ZSTR_VAL(name));
        return failure(tern::Error::invalid_params, return_value);
    }
    keep_callback(*row, port->callbacks, &callable.function_name);
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
