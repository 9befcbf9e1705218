// The functions and classes that exist when a request of PHP starts and can have values of a context: those of
// preloading, and PHP's own with static properties. There are some thousand others.
#pragma once

#include <vector>

#include "php/isolation/table_entries.h"

namespace tern::php {

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
