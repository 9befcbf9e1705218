// Tables of the engine and of ext/date that lie in the running heap, and for which it does not matter whose they are
// as long as there is one heap. They go with the heap of a script.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

class HeapTables {
public:
    // Empty ones. Call it while the heap that they are for has its contents in place.
    void begin() noexcept;
    void exchange() noexcept;
    // What is in them goes to those that are in place.
    void join();

    // The engine's list of positions in arrays is copied where it has grown: each position is known by its number.
    class Positions {
    public:
        // Call it before the exchange of the heap: it has no memory of that afterwards.
        void leave() noexcept;
        void enter() noexcept;

    private:
        void* copy_ = nullptr;
    };

private:
    // Of the compiler: empty, with the memory of the last compilation.
    zend_stack loops_{};
    zend_stack delayed_instructions_{};
    zend_stack short_circuits_{};
    HashTable interned_strings_{};
    HashTable weak_references_{};
    HashTable* time_zones_ = nullptr;
    zend_array* symbol_tables_[SYMTABLE_CACHE_SIZE]{};  // empty ones, which calls use again
    size_t symbol_table_count_ = 0;
};

}  // namespace tern::php
