#include "php/engine/object.h"

namespace tern::php {

namespace {

bool has_only_declared(const zend_object* object) noexcept {
    return object->properties == nullptr && !is_lazy(object) &&
           object->handlers->get_properties == zend_std_get_properties;
}

// Null: it had no value.
zval* value_then(HashTable* then, const zend_property_info* info) {
    zval* value = zend_hash_find(then, info->name);
    if (value != nullptr) ZVAL_DEREF(value);
    return value;
}

bool is_as(zval* now, zval* then) {
    if (then == nullptr) return Z_TYPE_P(now) == IS_UNDEF;
    return Z_TYPE_P(now) == Z_TYPE_P(then) && zend_is_identical(now, then);
}

// The old value is freed when the new one is there: its destructor may look at the object.
void set(zval* now, zval* then) {
    zval old;
    ZVAL_COPY_VALUE(&old, now);
    if (then == nullptr) {
        ZVAL_UNDEF(now);
    } else {
        ZVAL_COPY(now, then);
    }
    zval_ptr_dtor(&old);
}

}  // namespace

bool restore_properties(zend_object* object, HashTable* then) {
    if (!has_only_declared(object)) return false;
    const zend_class_entry* type = object->ce;
    for (int i = 0; i < type->default_properties_count; ++i) {
        const zend_property_info* info = type->properties_info_table[i];
        if (info == nullptr || (info->flags & ZEND_ACC_READONLY) != 0) continue;
        zval* slot = OBJ_PROP(object, info->offset);
        zval* was = value_then(then, info);
        zval* now = was == nullptr ? slot : Z_ISREF_P(slot) ? Z_REFVAL_P(slot) : slot;
        if (!is_as(now, was)) set(now, was);
    }
    return true;
}

}  // namespace tern::php
