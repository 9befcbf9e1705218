// What the engine keeps in a class and in an object: the code of a class, and the guards of an object.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Calls `visit(code)` for each method, and from 8.4 on for each hook of a property, also for inherited ones.
template <class Visit>
void each_code_of(zend_class_entry& type, Visit visit) {
    void* one;
    ZEND_HASH_FOREACH_PTR(&type.function_table, one) {
        auto* method = static_cast<zend_function*>(one);
        if (method->type == ZEND_USER_FUNCTION) visit(method->op_array);
    }
    ZEND_HASH_FOREACH_END();
#if PHP_VERSION_ID >= 80400
    ZEND_HASH_FOREACH_PTR(&type.properties_info, one) {
        zend_function** hooks = static_cast<zend_property_info*>(one)->hooks;
        for (uint32_t i = 0; hooks != nullptr && i < ZEND_PROPERTY_HOOK_COUNT; ++i) {
            if (hooks[i] != nullptr && hooks[i]->type == ZEND_USER_FUNCTION) visit(hooks[i]->op_array);
        }
    }
    ZEND_HASH_FOREACH_END();
#endif
}

// The guards of an object are behind its properties.
inline zval* guard_slot(zend_object* object) noexcept {
    return object->properties_table + object->ce->default_properties_count;
}

#if PHP_VERSION_ID >= 80300
constexpr uint32_t kPropertyGuards = ZEND_GUARD_PROPERTY_MASK;
inline uint32_t* guard_of(zval* slot) noexcept { return &Z_GUARD_P(slot); }
inline bool has_guards(const zval*) noexcept { return true; }
#else
constexpr uint32_t kPropertyGuards = ~uint32_t{0};
inline uint32_t* guard_of(zval* slot) noexcept { return &Z_PROPERTY_GUARD_P(slot); }
// There is none before the first property.
inline bool has_guards(const zval* slot) noexcept { return Z_TYPE_P(slot) != IS_UNDEF; }
#endif

}  // namespace tern::php
