// Visiting the functions, classes or constants of one of the engine's tables.
#pragma once

#include <vector>

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

// The functions and classes that exist when a request of PHP starts and can have values of a context: those of
// preloading, and PHP's own with static properties. There are some thousand others.
struct StartEntries {
    std::vector<zend_function*> functions;
    std::vector<zend_class_entry*> classes;

    // Call it outside of contexts.
    void find();
};

// Calls `visit(entry, own)` for those at the start, and for all that have come since. `count`: how many the table had
// at the start. `own`: it is not among the first ones.
template <class T, class Visit>
void each_later(const std::vector<T*>& at_start, const HashTable& table, uint32_t count, uint32_t first, Visit visit) {
    for (T* one : at_start) visit(*one, false);
    each_entry<T>(
        table, [&visit](T& entry) { visit(entry, false); }, count, first);
    each_entry<T>(
        table, [&visit](T& entry) { visit(entry, true); }, first);
}

}  // namespace tern::php
