// Visiting the functions, classes or constants of one of the engine's tables.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Calls `visit(entry)` for each, or for those at the places from `from` on and below `until`. Visiting may add more.
template <class T, class Visit>
void each_entry(const HashTable& table, Visit visit, uint32_t from = 0, uint32_t until = UINT32_MAX) {
    for (uint32_t i = from; i < table.nNumUsed && i < until; ++i) {
        const zval& one = table.arData[i].val;
        if (Z_TYPE(one) != IS_UNDEF) visit(*static_cast<T*>(Z_PTR(one)));
    }
}

}  // namespace tern::php
