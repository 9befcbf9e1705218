#include "php/engine/descriptor.h"

#include <climits>
#include <cstring>

namespace tern::php {

namespace {

int of_stream(zval* stream_value) {
    auto* stream = static_cast<php_stream*>(
        zend_fetch_resource2_ex(stream_value, nullptr, php_file_le_stream(), php_file_le_pstream()));
    if (stream == nullptr) return -1;
    constexpr int kAsDescriptor = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
    int fd = -1;
    if (php_stream_cast(stream, kAsDescriptor, reinterpret_cast<void**>(&fd), false) != SUCCESS) return -1;
    return fd;
}

// ext/sockets may be absent, and does not reveal the descriptor; but it makes a stream for it, which it owns.
int of_socket(zval* socket) {
    auto* exporter =
        static_cast<zend_function*>(zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("socket_export_stream")));
    if (exporter == nullptr) return -1;
    zval stream;
    ZVAL_UNDEF(&stream);
    zend_call_known_function(exporter, nullptr, nullptr, &stream, 1, socket, nullptr);
    if (EG(exception) != nullptr) zend_clear_exception();  // the socket was closed
    const int fd = Z_TYPE(stream) == IS_RESOURCE ? of_stream(&stream) : -1;
    zval_ptr_dtor(&stream);
    return fd;
}

int of_object(zval* object) {
    if (zend_string_equals_literal(Z_OBJCE_P(object)->name, "Socket")) return of_socket(object);
    constexpr const char* kNames[] = {"fd", "sock", "pipe"};
    for (const char* name : kNames) {
        zval slot;
        zval* number = zend_read_property(nullptr, Z_OBJ_P(object), name, std::strlen(name), true, &slot);
        if (EG(exception) != nullptr) return -1;
        if (Z_TYPE_P(number) == IS_LONG && Z_LVAL_P(number) >= 0) return static_cast<int>(Z_LVAL_P(number));
    }
    return -1;
}

}  // namespace

int descriptor_of(zval* value, uint32_t argument) {
    ZVAL_DEREF(value);
    int fd = -1;
    if (Z_TYPE_P(value) == IS_LONG && Z_LVAL_P(value) <= INT_MAX) fd = static_cast<int>(Z_LVAL_P(value));
    if (Z_TYPE_P(value) == IS_RESOURCE) fd = of_stream(value);
    if (Z_TYPE_P(value) == IS_OBJECT) fd = of_object(value);
    if (fd >= 0) return fd;
    if (argument == 0 || EG(exception) != nullptr) return -1;
    if (Z_TYPE_P(value) == IS_LONG || Z_TYPE_P(value) == IS_RESOURCE || Z_TYPE_P(value) == IS_OBJECT) {
        zend_argument_value_error(argument, "must have an open descriptor");
    } else {
        zend_argument_type_error(argument, "must be a descriptor: a number, a stream or a socket, %s given",
                                 zend_zval_type_name(value));
    }
    return -1;
}

}  // namespace tern::php
