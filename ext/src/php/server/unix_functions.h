// Functions of the namespace Tern\Internal\Unix, which `tern fpm` uses.
#pragma once

#include <climits>

#include "php/engine/compat/engine.h"

namespace tern::php {

// A number that no descriptor, process or signal has becomes another such number.
inline int as_int(zend_long number) noexcept {
    return number < INT_MIN ? INT_MIN : number > INT_MAX ? INT_MAX : static_cast<int>(number);
}

// An array of both; an empty one if the first is below 0.
inline void return_pair(int one, int other, zval* into) {
    array_init(into);
    if (one < 0) return;
    add_next_index_long(into, one);
    add_next_index_long(into, other);
}

}  // namespace tern::php
