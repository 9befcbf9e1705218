#include "php/socket/socket_user.h"

#include "php/engine/error.h"

namespace tern::php {

namespace {

constexpr uint32_t kErrorMessage = 1;

}  // namespace

void set_property(zend_object* object, uint32_t index, zval* value) {
    zval* slot = OBJ_PROP_NUM(object, index);
    if (UNEXPECTED(Z_ISREF_P(slot))) {
        ZEND_TRY_ASSIGN_REF_TMP(slot, value);
        return;
    }
    zval old;
    ZVAL_COPY_VALUE(&old, slot);
    ZVAL_COPY_VALUE(slot, value);
    zval_ptr_dtor(&old);
}

HashTable* held_with_socket(zend_object* object, zend_object* socket, zval** table, int* count) {
    zend_get_gc_buffer* held = zend_get_gc_buffer_create();
    if (socket != nullptr) zend_get_gc_buffer_add_obj(held, socket);
    for (int i = 0; object->properties == nullptr && i < object->ce->default_properties_count; ++i) {
        zend_get_gc_buffer_add_zval(held, OBJ_PROP_NUM(object, i));
    }
    zend_get_gc_buffer_use(held, table, count);
    return object->properties;
}

bool begin_call(SocketCall& call, zend_object* user, zend_object* socket, SocketWait wait, double timeout,
                zval* return_value) {
    zval of_socket;
    ZVAL_OBJ(&of_socket, socket);
    if (!call.begin(&of_socket, wait, timeout, return_value)) {
        if (EG(exception) == nullptr) fail_call(user, remembered(), nullptr, return_value);
        return false;
    }
    GC_ADDREF(user);
    return true;
}

void finish_call(SocketCall& call, zend_object* user) {
    call.finish();
    OBJ_RELEASE(user);
}

void fail_call(zend_object* user, Error error, const char* why, zval* return_value) {
    failure(user, error, return_value);
    if (why == nullptr) return;
    zval text;
    ZVAL_STRING(&text, why);
    set_property(user, kErrorMessage, &text);
}

void fail_call(SocketCall& call, zend_object* user, Error error, const char* why, zval* return_value) {
    fail_call(user, error == Error::coroutine_canceled ? Error::canceled_io : error, why, return_value);
    call.fail(error, return_value);
}

}  // namespace tern::php
