#include "php/shared/packed_value.h"

#include <cstring>
extern "C" {  // which these headers forget
#include <ext/standard/php_var.h>
}

namespace tern::php {

namespace {

enum Tag : shm::CacheTag { kNull, kFalse, kTrue, kFloat, kText, kSerialized, kIgbinary };

zend_function* igbinary(const char* name) {
    return static_cast<zend_function*>(zend_hash_str_find_ptr(EG(function_table), name, std::strlen(name)));
}

void serialize(zval* value, PackedValue& into) {
    if (zend_function* by = igbinary("igbinary_serialize"); by != nullptr) {
        zval text;
        ZVAL_UNDEF(&text);
        zend_call_known_function(by, nullptr, nullptr, &text, 1, value, nullptr);
        if (Z_TYPE(text) == IS_STRING) into.owned = Z_STR(text);
        if (Z_TYPE(text) != IS_STRING) zval_ptr_dtor(&text);
        into.tag = kIgbinary;
    } else {
        smart_str text = {};
        php_serialize_data_t seen;
        PHP_VAR_SERIALIZE_INIT(seen);
        php_var_serialize(&text, value, &seen);
        PHP_VAR_SERIALIZE_DESTROY(seen);
        into.owned = smart_str_extract(&text);
        into.tag = kSerialized;
    }
    if (into.owned == nullptr && EG(exception) == nullptr) zend_throw_error(nullptr, "The value cannot be serialized");
    if (into.owned != nullptr) into.bytes = view(into.owned);
}

// The bytes are copied before: code of the program may run and use the cache.
void unserialize(shm::CacheTag tag, zend_string* text, zval* into) {
    ZVAL_NULL(into);
    if (tag == kIgbinary) {
        zend_function* by = igbinary("igbinary_unserialize");
        zval argument;
        ZVAL_STR(&argument, text);
        if (by != nullptr) zend_call_known_function(by, nullptr, nullptr, into, 1, &argument, nullptr);
        return;
    }
    const auto* at = reinterpret_cast<const unsigned char*>(ZSTR_VAL(text));
    php_unserialize_data_t seen;
    PHP_VAR_UNSERIALIZE_INIT(seen);
    (void)php_var_unserialize(into, &at, at + ZSTR_LEN(text), &seen);
    PHP_VAR_UNSERIALIZE_DESTROY(seen);
}

}  // namespace

bool pack_value(zval* value, PackedValue& into) {
    ZVAL_DEREF(value);
    into = {};
    switch (Z_TYPE_P(value)) {
        case IS_NULL: into.tag = kNull; break;
        case IS_FALSE: into.tag = kFalse; break;
        case IS_TRUE: into.tag = kTrue; break;
        case IS_LONG:
            into.tag = shm::kCacheInteger;
            into.number = Z_LVAL_P(value);
            into.bytes = Bytes(reinterpret_cast<const char*>(&into.number), sizeof into.number);
            break;
        case IS_DOUBLE:
            into.tag = kFloat;
            into.real = Z_DVAL_P(value);
            into.bytes = Bytes(reinterpret_cast<const char*>(&into.real), sizeof into.real);
            break;
        case IS_STRING:
            into.tag = kText;
            into.bytes = view(Z_STR_P(value));
            break;
        default: serialize(value, into);
    }
    if (EG(exception) == nullptr) return true;
    into.release();
    return false;
}

bool is_packed(shm::CacheTag tag, Bytes bytes) noexcept {
    if (tag == shm::kCacheInteger) return bytes.size() == sizeof(zend_long);
    if (tag == kFloat) return bytes.size() == sizeof(double);
    return tag <= kIgbinary;
}

bool is_packed_text(shm::CacheTag tag) noexcept { return tag == kText; }

void unpack_value(shm::CacheTag tag, Bytes bytes, zval* into) {
    switch (tag) {
        case kNull: ZVAL_NULL(into); break;
        case kFalse: ZVAL_FALSE(into); break;
        case kTrue: ZVAL_TRUE(into); break;
        case shm::kCacheInteger:
            ZVAL_LONG(into, 0);
            std::memcpy(&Z_LVAL_P(into), bytes.data(), sizeof(zend_long));
            break;
        case kFloat:
            ZVAL_DOUBLE(into, 0);
            std::memcpy(&Z_DVAL_P(into), bytes.data(), sizeof(double));
            break;
        case kText: ZVAL_STRINGL_FAST(into, bytes.data(), bytes.size()); break;
        default:
            zend_string* text = zend_string_init(bytes.data(), bytes.size(), false);
            unserialize(tag, text, into);
            zend_string_release(text);
    }
}

}  // namespace tern::php
