#include "php/bridge/descriptor.h"

#include <climits>
#include <cstring>

namespace tern::php {

namespace {

int of_number(zend_long number, uint32_t argument) {
    if (number >= 0 && number <= INT_MAX) return static_cast<int>(number);
    zend_argument_value_error(argument, "must be a descriptor, " ZEND_LONG_FMT " given", number);
    return -1;
}

int of_stream(zval* given, uint32_t argument) {
    auto* stream =
        static_cast<php_stream*>(zend_fetch_resource2_ex(given, nullptr, php_file_le_stream(), php_file_le_pstream()));
    if (stream == nullptr) {
        if (EG(exception) == nullptr) zend_argument_type_error(argument, "must be an open stream");
        return -1;
    }
    int fd = -1;
    constexpr int kHow = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
    if (php_stream_cast(stream, kHow, reinterpret_cast<void**>(&fd), 0) == SUCCESS && fd >= 0) return fd;
    zend_argument_type_error(argument, "must be a stream with a descriptor");
    return -1;
}

// ext/sockets is a module of its own: its objects begin with their descriptor, in front of the properties.
bool is_socket(const zend_object* object) noexcept {
    return object->ce->type == ZEND_INTERNAL_CLASS && zend_string_equals_literal(object->ce->name, "Socket") &&
           object->handlers->offset >= static_cast<int>(sizeof(int));
}

int of_socket(const zend_object* object, uint32_t argument) {
    int fd = -1;
    std::memcpy(&fd, reinterpret_cast<const char*>(object) - object->handlers->offset, sizeof fd);
    if (fd < 0) zend_argument_value_error(argument, "must be an open socket");
    return fd;
}

int of_object(zend_object* object, uint32_t argument) {
    if (is_socket(object)) return of_socket(object, argument);
    for (const char* name : {"fd", "sock", "pipe"}) {
        const size_t length = std::strlen(name);
        if (!zend_hash_str_exists(&object->ce->properties_info, name, length)) continue;
        zval slot;
        zval* value = zend_read_property(object->ce, object, name, length, true, &slot);
        ZVAL_DEREF(value);
        if (Z_TYPE_P(value) == IS_LONG) return of_number(Z_LVAL_P(value), argument);
    }
    zend_argument_type_error(argument, "must be of type int, resource or Socket, %s given", ZSTR_VAL(object->ce->name));
    return -1;
}

}  // namespace

int descriptor_of(zval* given, uint32_t argument) {
    ZVAL_DEREF(given);
    switch (Z_TYPE_P(given)) {
        case IS_LONG: return of_number(Z_LVAL_P(given), argument);
        case IS_RESOURCE: return of_stream(given, argument);
        case IS_OBJECT: return of_object(Z_OBJ_P(given), argument);
        default:
            zend_argument_type_error(argument, "must be of type int, resource or Socket, %s given",
                                     zend_zval_type_name(given));
            return -1;
    }
}

}  // namespace tern::php
