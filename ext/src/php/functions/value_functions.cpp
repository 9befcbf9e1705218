// Functions about values: parts of texts that hold values, and the objects of the process.
#include <climits>
#include <cstdlib>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/compat/engine.h"
#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/functions/value_functions_arginfo.h"

extern "C" {  // which this header forgets; it needs PHP's before it
#include <ext/standard/php_var.h>
}

namespace tern::php {

void register_value_functions() { register_functions(value_functions_entries); }

namespace {

// The part of the text from arguments #2 and #3. False after a warning.
bool cut(const zend_string* text, zend_long offset, zend_long length, Bytes* part) {
    const Bytes whole = view(text);
    const auto size = static_cast<zend_long>(whole.size());
    const zend_long begin = offset < 0 ? offset + size : offset;
    if (begin < 0 || begin >= size) {
        warn_argument(2, "must be within the %zu bytes of argument #1 ($str)", whole.size());
        return false;
    }
    const zend_long rest = size - begin;
    const zend_long wanted = length <= 0 || length > rest ? rest : length;
    *part = whole.substr(static_cast<size_t>(begin), static_cast<size_t>(wanted));
    return true;
}

bool lives(const zend_object* object) noexcept {
    if (!IS_OBJ_VALID(object) || (OBJ_FLAGS(object) & IS_OBJ_FREE_CALLED) != 0 || GC_REFCOUNT(object) == 0)
        return false;
    const Runtime* runtime = php::runtime();
    return runtime == nullptr || !(runtime->idle_requests.has(object) || runtime->idle_responses.has(object) ||
                                   runtime->idle_frames.has(object));
}

// Calls see(object) for each object of the process. It must not make objects.
template <class See>
void each_object(See see) {
    const zend_objects_store& store = EG(objects_store);
    for (uint32_t i = 1; i < store.top; ++i) {
        if (lives(store.object_buckets[i])) see(store.object_buckets[i]);
    }
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(swoole_substr_unserialize) {
    zend_string* text;
    zend_long offset;
    zend_long length = 0;
    HashTable* options = nullptr;
    ZEND_PARSE_PARAMETERS_START(2, 4)
    Z_PARAM_STR(text)
    Z_PARAM_LONG(offset)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(length)
    Z_PARAM_ARRAY_HT(options)
    ZEND_PARSE_PARAMETERS_END();
    tern::Bytes part;
    if (!cut(text, offset, length, &part)) RETURN_FALSE;
    php_unserialize_with_options(return_value, part.data(), part.size(), options, "swoole_substr_unserialize");
}

ZEND_FUNCTION(swoole_substr_json_decode) {
    zend_string* text;
    zend_long offset;
    zend_long length = 0;
    bool associative = false;
    zend_long depth = PHP_JSON_PARSER_DEFAULT_DEPTH;
    zend_long flags = 0;
    ZEND_PARSE_PARAMETERS_START(2, 6)
    Z_PARAM_STR(text)
    Z_PARAM_LONG(offset)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(length)
    Z_PARAM_BOOL(associative)
    Z_PARAM_LONG(depth)
    Z_PARAM_LONG(flags)
    ZEND_PARSE_PARAMETERS_END();
    tern::Bytes part;
    if (!cut(text, offset, length, &part)) RETURN_FALSE;
    if (depth < 1 || depth > INT_MAX) {
        zend_argument_value_error(5, "must be between 1 and %d", INT_MAX);
        RETURN_THROWS();
    }
    if (associative) flags |= PHP_JSON_OBJECT_AS_ARRAY;
    if ((flags & PHP_JSON_THROW_ON_ERROR) == 0) json_error() = {};
    // The parser reads the byte after the text, which must be NUL.
    const bool ends_text = part.data() + part.size() == ZSTR_VAL(text) + ZSTR_LEN(text);
    zend_string* json = ends_text ? nullptr : zend_string_init(part.data(), part.size(), false);
    (void)php_json_decode_ex(return_value, json == nullptr ? part.data() : ZSTR_VAL(json), part.size(), flags, depth);
    if (json != nullptr) zend_string_release(json);
}

ZEND_FUNCTION(swoole_get_objects) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    each_object([return_value](zend_object* object) {
        zval one;
        ZVAL_OBJ_COPY(&one, object);
        add_next_index_zval(return_value, &one);
    });
}

ZEND_FUNCTION(swoole_get_object_by_handle) {
    zend_long handle;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(handle)
    ZEND_PARSE_PARAMETERS_END();
    if (handle < 1 || handle >= static_cast<zend_long>(EG(objects_store).top)) RETURN_FALSE;
    zend_object* object = EG(objects_store).object_buckets[handle];
    if (!lives(object)) RETURN_FALSE;
    RETURN_OBJ_COPY(object);
}

ZEND_FUNCTION(swoole_get_vm_status) {
    ZEND_PARSE_PARAMETERS_NONE();
    zend_long objects = 0;
    each_object([&objects](zend_object*) { ++objects; });
    array_init(return_value);
    add_assoc_long(return_value, "object_num", objects);
    add_assoc_long(return_value, "resource_num", zend_hash_num_elements(&EG(regular_list)));
}

ZEND_FUNCTION(swoole_implicit_fn) {
    zend_string* name;
    zval* value = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(name)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    if (zend_string_equals_literal(name, "fatal_error")) zend_error_noreturn(E_ERROR, "A fatal error for tests");
    if (zend_string_equals_literal(name, "bailout")) zend_bailout();
    if (zend_string_equals_literal(name, "abort")) std::abort();
    if (!zend_string_equals_literal(name, "refcount")) {
        zend_argument_value_error(1, "must be \"fatal_error\", \"bailout\", \"abort\" or \"refcount\"");
        RETURN_THROWS();
    }
    if (value == nullptr || !Z_REFCOUNTED_P(value)) RETURN_NULL();
    RETURN_LONG(Z_REFCOUNT_P(value));
}
