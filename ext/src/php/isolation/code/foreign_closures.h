// Closures that run in a context which has not made them: within an object or an array they have crossed. What a
// closure's code has looked up lies in its run-time cache, so it gets another one for each context that calls it. While
// such a context runs, the closure points to that cache.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class Context;

// The caches of one context, or of the code outside of contexts, that lie in no slot (MapArea). While the context runs,
// they are those outside.
class ForeignCaches {
public:
    void add(zend_op_array& code, void** cache) { all_.push_back({&code, cache}); }
    void remove(const zend_op_array& code);
    void remove(const std::unordered_set<const zend_op_array*>& freed);
    void exchange() noexcept {
        for (One& one : all_) std::swap(one.cache, ZEND_MAP_PTR(one.code->run_time_cache));
    }

private:
    struct One {
        zend_op_array* code;
        void** cache;
    };
    std::vector<One> all_;
};

class ForeignClosures {
public:
    // False after an Error: it makes closures for which there is one run-time cache in the process.
    static bool can_cross(const zend_op_array& closure);
    // Before a closure is called in the running context. `origin`: the one that has made it; null: it was made outside.
    // False after an Error: it cannot cross, or the running context lacks functions that it calls.
    bool prepare(zend_object& closure, Context* origin);
    // The closure is freed.
    void forget(zend_object& closure);
    // The context, which does not run, is freed.
    void end(const Context& context);

private:
    struct Use {
        Context* context;  // null: outside
        void** cache;
    };
    struct One {
        zend_op_array* code;
        void** original;
        Context* origin;
        std::vector<Use> uses;
    };
    static bool is_used_in(const One& one, const Context* context) noexcept;

    std::unordered_map<zend_object*, One> all_;
};

}  // namespace tern::php
