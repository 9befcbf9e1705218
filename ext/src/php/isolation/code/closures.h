// Closures that run in contexts which have not made them. What a closure's code has looked up lies in its run-time
// cache, so it gets another one for each context that calls it. While such a context runs, the closure points to that
// cache.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "php/engine/compat/engine.h"
#include "php/isolation/code/function_state.h"

namespace tern::php {

class ObjectOwners;

// Closures that have crossed to a context within an object or an array. A context is known here by its caches; null:
// the code outside of contexts.
class ForeignClosures {
public:
    // False after an Error: it makes closures for which there is one run-time cache in the process.
    static bool can_cross(const zend_op_array& closure, const DirectCaches& direct);
    // Before a closure is called in the running context. `origin`: the one that has made it. False after an Error: it
    // cannot cross, or the running context lacks functions that it calls.
    bool prepare(zend_object& closure, ForeignCaches* origin, ForeignCaches* running, const DirectCaches& direct);
    // The closure is freed.
    void forget(zend_object& closure);
    // The context, which does not run, is freed. `frees`: the memory of its caches does not end with its heap.
    void end(const ForeignCaches& context, bool frees);

private:
    struct Use {
        ForeignCaches* context;
        void** cache;
    };
    struct One {
        zend_op_array* code;
        void** original;
        ForeignCaches* origin;
        std::vector<Use> uses;
    };
    static bool is_used_in(const One& one, const ForeignCaches* context) noexcept;

    std::unordered_map<zend_object*, One> all_;
};

// Closures that were made outside of contexts, and that a copied context calls, too. They need other static variables
// in each context as well. While the context runs, OuterClosures hold the outer ones.
class OuterClosures {
public:
    OuterClosures() = default;
    OuterClosures(const OuterClosures&) = delete;
    OuterClosures& operator=(const OuterClosures&) = delete;
    ~OuterClosures() = default;

    // Adds those that exist now, and keeps them.
    void begin(const ObjectOwners& owners, bool (*was_made_outside)(const zend_object& closure) noexcept);
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
