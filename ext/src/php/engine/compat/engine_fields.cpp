#include "php/engine/compat/engine_fields.h"

#include <utility>

namespace tern::php {

namespace {

void drop_field(zend_string*& text) {
    if (text != nullptr) zend_string_release(std::exchange(text, nullptr));
}

void drop_field(HashTable*& table) {
    if (table == nullptr) return;
    HashTable* last = std::exchange(table, nullptr);
    zend_hash_destroy(last);
    FREE_HASHTABLE(last);
}

void drop_field(zval& value) {
    zval last;
    ZVAL_COPY_VALUE(&last, &value);
    ZVAL_UNDEF(&value);
    zval_ptr_dtor(&last);
}

template <size_t kCount>
void drop_field(zval (&values)[kCount]) {
    for (zval& one : values) drop_field(one);
}

}  // namespace

void EngineFields::drop() {
#define DROPPED(structure, field) drop_field(structure.field);
#include "php/engine/compat/engine_fields.def"
}

}  // namespace tern::php
