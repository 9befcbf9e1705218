// Closures as the engine has them: what first-class callables (`f(...)`) are of, and their run-time caches.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// An empty cache, which belongs to the caller.
inline void** make_cache(const zend_op_array& code) { return static_cast<void**>(ecalloc(1, code.cache_size)); }

// It has the static variables of a function, and does not own them.
inline bool is_first_class_callable(const zend_op_array& code) noexcept {
    return (code.fn_flags & ZEND_ACC_FAKE_CLOSURE) != 0;
}

// The same, but of a function, not of a method.
inline bool is_callable_of_function(const zend_op_array& code) noexcept {
    return is_first_class_callable(code) && code.scope == nullptr;
}

// opcache has its code in shared memory, where nothing counts references.
inline bool is_cached_code(const zend_op_array& code) noexcept { return code.refcount == nullptr; }

// The function or method in the running context that a first-class callable is of. Null: the context has another one.
zend_function* function_of(const zend_op_array& code);

// The values in the running context; null: the function has no static variables.
HashTable* need_static_variables(zend_op_array& code);

// Drops the static variables. Their table stays: a first-class callable that other code has points to it.
void drop_each(HashTable& static_variables);
void drop_value(zval& value);

}  // namespace tern::php
