// Visiting the functions, classes or constants of one of the engine's tables.
#pragma once

#include "php/bridge/compat/engine.h"

namespace tern::php {

// Calls `visit(entry)` for each. Visiting may add more.
template <class T, class Visit>
void each_entry(const HashTable& table, Visit visit) {
    for (uint32_t i = 0; i < table.nNumUsed; ++i) {
        const zval& one = table.arData[i].val;
        if (Z_TYPE(one) != IS_UNDEF) visit(*static_cast<T*>(Z_PTR(one)));
    }
}

}  // namespace tern::php
