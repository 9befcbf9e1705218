#include "php/http/port_object.h"

#include <cstring>
#include <unistd.h>

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/program_entry.h"

namespace tern::php {

namespace {

constexpr zend_long kSockSsl = 512;  // SWOOLE_SSL
// Flags that programs of 2018 add: SWOOLE_ASYNC, SWOOLE_SYNC, SWOOLE_KEEP.
constexpr zend_long kSockIgnored = 1024 | 2048 | 4096;

zend_long plain_type(zend_long sock_type) noexcept { return sock_type & ~(kSockSsl | kSockIgnored); }

}  // namespace

void PortObject::release(PortObject& port) {
    delete port.config;
    delete port.resolved;
    if (port.bound != nullptr && port.bound_by == getpid()) port.bound->unlink_path();
    delete port.bound;
    for (zval& callback : port.callbacks) zval_ptr_dtor(&callback);
}

bool may_change(bool sealed, const char* what) {
    if (!sealed) return true;
    warn("the server was started: %s cannot change any more", what);
    remember(Error::wrong_operation);
    return false;
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

void keep_callback(const EventRow& row, zval* callbacks, const zend_fcall_info& callable,
                   zend_fcall_info_cache& cache) {
    zval previous;
    ZVAL_COPY_VALUE(&previous, &callbacks[row.index]);
    keep_callable(callable, cache, &callbacks[row.index]);
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

zval* find_setting(zend_object* object, Bytes name) {
    zval slot;
    zval* setting = zend_read_property(object->ce, object, ZEND_STRL("setting"), true, &slot);
    if (Z_TYPE_P(setting) != IS_ARRAY) return nullptr;
    return zend_hash_str_find_deref(Z_ARRVAL_P(setting), name.data(), name.size());
}

}  // namespace tern::php
