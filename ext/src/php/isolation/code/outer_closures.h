// Closures that were made outside of contexts, and that a copied context calls, too. A closure keeps what its code has
// looked up in a run-time cache of its own, so it needs another one in each context, and static variables, too. While
// the context runs, OuterClosures hold the outer ones.
#pragma once

#include <utility>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class ObjectOwners;

class OuterClosures {
public:
    OuterClosures() = default;
    OuterClosures(const OuterClosures&) = delete;
    OuterClosures& operator=(const OuterClosures&) = delete;
    ~OuterClosures() = default;

    // Adds those that exist now, and keeps them.
    void begin(const ObjectOwners& owners);
    // First-class callables have the static variables of their functions, which were copied before. Call it in the
    // context.
    void share_values();
    bool has(const zend_object& closure) const noexcept;
    void exchange() noexcept {
        for (One& one : all_) {
            std::swap(one.cache, ZEND_MAP_PTR(one.code->run_time_cache));
            std::swap(one.values, ZEND_MAP_PTR(one.code->static_variables_ptr));
        }
    }
    // Drops the context's static variables. Runs destructors. Call it in the context.
    void drop_values();
    // Lets the closures go. Call it outside of the context.
    void end();

private:
    struct One {
        zend_object* closure;
        zend_op_array* code;
        void** cache;
        HashTable* values;  // of static variables and of `use`; null: it has none
        bool shares_values;
    };
    std::vector<One> all_;  // sorted by address
};

}  // namespace tern::php
