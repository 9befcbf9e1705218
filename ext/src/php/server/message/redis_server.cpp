#include "php/engine/error.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/server/message/packet_dispatch.h"
#include "php/server/server_object.h"
#include "php/server/message/redis_server_arginfo.h"

namespace tern::php {

namespace {

enum class Reply : zend_long { error, nil, status, integer, string, set, map };

zval* handlers_of(zend_object* server, zval* slot) {
    return zend_read_property(classes.redis_server, server, ZEND_STRL("handlers"), true, slot);
}

void add_bulk(smart_str& into, zend_string* text) {
    smart_str_appendc(&into, '$');
    smart_str_append_unsigned(&into, ZSTR_LEN(text));
    smart_str_appends(&into, "\r\n");
    smart_str_append(&into, text);
    smart_str_appends(&into, "\r\n");
}

void add_head(smart_str& into, char kind, size_t count) {
    smart_str_appendc(&into, kind);
    smart_str_append_unsigned(&into, count);
    smart_str_appends(&into, "\r\n");
}

void add_line(smart_str& into, char kind, zend_string* text) {
    smart_str_appendc(&into, kind);
    for (char byte : view(text)) smart_str_appendc(&into, byte == '\r' || byte == '\n' ? ' ' : byte);
    smart_str_appends(&into, "\r\n");
}

constexpr uint32_t kMostLevels = 128;  // of arrays in one another; one that contains itself has no end

bool add_array(smart_str& into, HashTable* values, bool with_keys, uint32_t level);

// Adds null as nil, a list as an array, an array with other keys as those and its values, and the rest as text. False
// after an exception or a warning.
bool add_value(smart_str& into, zval* value, uint32_t level) {
    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) == IS_NULL) {
        smart_str_appends(&into, "$-1\r\n");
        return true;
    }
    if (Z_TYPE_P(value) == IS_ARRAY) {
        zend_array* values = Z_ARRVAL_P(value);
        GC_TRY_ADDREF(values);  // the conversion of a value to text may run code that changes the array
        const bool added = add_array(into, values, !zend_array_is_list(values), level);
        zend_array_release(values);
        return added;
    }
    zend_string* text = zval_try_get_string(value);
    if (text == nullptr) return false;
    add_bulk(into, text);
    zend_string_release(text);
    return true;
}

bool add_array(smart_str& into, HashTable* values, bool with_keys, uint32_t level) {
    if (level == kMostLevels) {
        warn("the value has more than %u levels of arrays", kMostLevels);
        return false;
    }
    zend_ulong index;
    zend_string* key;
    zval* value;
    add_head(into, '*', zend_hash_num_elements(values) * (with_keys ? 2u : 1u));
    ZEND_HASH_FOREACH_KEY_VAL(values, index, key, value) {
        if (with_keys) {
            zend_string* text =
                key != nullptr ? zend_string_copy(key) : zend_long_to_str(static_cast<zend_long>(index));
            add_bulk(into, text);
            zend_string_release(text);
        }
        if (!add_value(into, value, level + 1)) return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

bool add_text(smart_str& into, Reply type, zval* value) {
    zend_string* text = zval_try_get_string(value);
    if (text == nullptr) return false;
    if (type == Reply::string) {
        add_bulk(into, text);
    } else {
        add_line(into, type == Reply::error ? '-' : '+', text);
    }
    zend_string_release(text);
    return true;
}

// False after an exception or a warning.
bool add_reply(smart_str& into, Reply type, zval* value) {
    const bool none = value == nullptr || Z_TYPE_P(value) == IS_NULL;
    if (type == Reply::nil) smart_str_appends(&into, "$-1\r\n");
    if (type == Reply::error && none) smart_str_appends(&into, "-ERR\r\n");
    if (type == Reply::status && none) smart_str_appends(&into, "+OK\r\n");
    if (into.s != nullptr) return true;
    const bool lists = type == Reply::set || type == Reply::map;
    if (none || lists != (Z_TYPE_P(value) == IS_ARRAY)) {
        warn(lists ? "the value must be an array" : "the value must be a text or a number");
        return false;
    }
    if (lists) return add_array(into, Z_ARRVAL_P(value), type == Reply::map, 0);
    if (type != Reply::integer) return add_text(into, type, value);
    smart_str_appendc(&into, ':');
    smart_str_append_long(&into, zval_get_long(value));
    smart_str_appends(&into, "\r\n");
    return true;
}

}  // namespace

void register_redis_server(Classes& into) { into.redis_server = register_class_Swoole_Redis_Server(into.server); }

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Redis_Server, setHandler) {
    zend_string* command;
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(command)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    ServerObject* server = constructed(ZEND_THIS);
    if (server == nullptr) RETURN_THROWS();
    if (!may_change(server->sealed, "handlers")) RETURN_FALSE;
    if (ZSTR_LEN(command) == 0 || ZSTR_LEN(command) > kMostCommandName) {
        warn("the name must have 1 to 128 bytes");
        return failure(Error::invalid_params, return_value);
    }
    zval slot;
    zval* handlers = handlers_of(Z_OBJ_P(ZEND_THIS), &slot);
    SEPARATE_ARRAY(handlers);
    zend_string* name = zend_string_toupper(command);
    zval kept;
    keep_callable(callable, cache, &kept);
    zend_hash_update(Z_ARRVAL_P(handlers), name, &kept);
    zend_string_release(name);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Redis_Server, getHandler) {
    zend_string* command;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(command)
    ZEND_PARSE_PARAMETERS_END();
    zval slot;
    zend_string* name = zend_string_toupper(command);
    zval* found = zend_hash_find(Z_ARRVAL_P(handlers_of(Z_OBJ_P(ZEND_THIS), &slot)), name);
    zend_string_release(name);
    if (found == nullptr) RETURN_NULL();
    RETURN_COPY(found);
}

ZEND_METHOD(Swoole_Redis_Server, format) {
    zend_long type;
    zval* value = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(type)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    if (type < 0 || type > static_cast<zend_long>(Reply::map)) {
        warn_argument(1, "must be a constant of Swoole\\Redis\\Server, " ZEND_LONG_FMT " given", type);
        RETURN_FALSE;
    }
    smart_str text{};
    if (add_reply(text, static_cast<Reply>(type), value)) RETURN_STR(smart_str_extract(&text));
    smart_str_free(&text);
    if (EG(exception) != nullptr) RETURN_THROWS();
    RETURN_FALSE;
}
