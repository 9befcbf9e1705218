// Closures that are made of other ones: by `clone`, bind() and bindTo(). The engine gives a copy the run-time cache of
// the original where both have the same scope. If that is of another context, the copy needs a cache of its own.
// call(), and invoke() of ReflectionMethod, use a closure without a look at where it was made.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call it when a request of PHP starts.
void take_over_copied_closures() noexcept;

// Copies that are made of a closure while this lives have caches of their own. No PHP code may run meanwhile.
class OwnCaches {
public:
    explicit OwnCaches(const zend_object& closure) noexcept;
    OwnCaches(const OwnCaches&) = delete;
    OwnCaches& operator=(const OwnCaches&) = delete;
    ~OwnCaches();

private:
    zend_op_array* code_ = nullptr;  // null: its copies have such caches anyway
};

}  // namespace tern::php
