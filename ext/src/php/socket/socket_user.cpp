#include "php/socket/socket_user.h"

#include <array>
#include <cinttypes>

#include "php/engine/classes.h"
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

namespace {

const ClientOption* find(std::span<const ClientOption> known, const zend_string* name) noexcept {
    for (const ClientOption& one : known) {
        if (name != nullptr && view(name) == one.name) return &one;
    }
    return nullptr;
}

// The number, or the type.
const char* given_text(zval* value, std::array<char, 24>& text) {
    if (Z_TYPE_P(value) != IS_LONG) return zend_zval_type_name(value);
    (void)snprintf(text.data(), text.size(), "%" PRId64, static_cast<int64_t>(Z_LVAL_P(value)));
    return text.data();
}

// False after a ValueError.
bool read_options(HashTable* given, std::span<const ClientOption> known, void* into) {
    zend_string* name;
    zval* value;
    std::array<char, 24> text;
    ZEND_HASH_FOREACH_STR_KEY_VAL(given, name, value) {
        ZVAL_DEREF(value);
        const ClientOption* option = find(known, name);
        if (option == nullptr) {
            zend_argument_value_error(2, "has an unknown option: %s", name == nullptr ? "a number" : ZSTR_VAL(name));
            return false;
        }
        const bool truth = Z_TYPE_P(value) == IS_TRUE || Z_TYPE_P(value) == IS_FALSE;
        const int64_t number = Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : Z_TYPE_P(value) == IS_TRUE ? 1 : 0;
        const bool fits = (truth || Z_TYPE_P(value) == IS_LONG) && number >= option->least && number <= option->most;
        if (!fits) {
            zend_argument_value_error(2, "must have a %s of %" PRId64 " to %" PRId64 ", %s given", option->name,
                                      option->least, option->most, given_text(value, text));
            return false;
        }
        *reinterpret_cast<int64_t*>(static_cast<char*>(into) + option->offset) = number;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

}  // namespace

SocketObject* parse_socket(zend_execute_data* execute_data, bool constructed, std::span<const ClientOption> known,
                           void* options) {
    zend_object* socket;
    HashTable* given = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_OBJ_OF_CLASS(socket, classes.coroutine_socket)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(given)
    ZEND_PARSE_PARAMETERS_END_EX(return nullptr);
    if (constructed) {
        zend_throw_error(nullptr, "The object is constructed already");
        return nullptr;
    }
    if (given != nullptr && !read_options(given, known, options)) return nullptr;
    zval of_socket;
    ZVAL_OBJ(&of_socket, socket);
    return socket_object(&of_socket);
}

bool parse_timeout(zend_execute_data* execute_data, double* seconds) {
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_DOUBLE(*seconds)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    return true;
}

}  // namespace tern::php
