// Tables of the engine and of ext/date that lie in the running heap, and for which it does not matter whose they are
// as long as there is one heap. They go with the heap of a script.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/engine/compat/heap_fields.h"

namespace tern::php {

class HeapTables {
public:
    // Empty ones. Call it while the heap that they are for has its contents in place.
    void begin() noexcept;
    void exchange() noexcept;
    // What is in them goes to those that are in place.
    void join();
    // At the end of a heap, while they are in place: what code that a jump has left had opened.
    static void close_files() noexcept {
        if (CG(open_files).head != nullptr) zend_llist_clean(&CG(open_files));
    }

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
    // All are set by begin(): most scripts use little memory and have no heap.
    // Of the compiler: empty, with the memory of the last compilation.
    zend_stack loops_;
    zend_stack delayed_instructions_;
    zend_stack short_circuits_;
    zend_llist open_files_;  // that are being compiled
    HashTable interned_strings_;
    HashTable weak_references_;
    HashTable* time_zones_;
    zend_array* symbol_tables_[SYMTABLE_CACHE_SIZE];  // empty ones, which calls use again
    size_t symbol_table_count_;
    zend_get_gc_buffer collected_;  // the memory for what the collector asks an object
    HeapFields fields_;
};

}  // namespace tern::php
