// Where the engine keeps the guards of an object: behind its properties.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

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
