// What functions keep between calls: run-time caches, which have what their code has looked up, and static variables.
// And of which function first-class callables (`f(...)`) are, which have those of that function.
#pragma once

#include <unordered_set>
#include <utility>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class Context;

// An empty cache, which belongs to the caller.
inline void** make_cache(const zend_op_array& code) { return static_cast<void**>(ecalloc(1, code.cache_size)); }

// It has the static variables of a function, and does not own them.
inline bool is_first_class_callable(const zend_op_array& code) noexcept {
    return (code.fn_flags & ZEND_ACC_FAKE_CLOSURE) != 0;
}

// The same, but of a function, not of a method.
inline bool is_callable_of_function(const zend_op_array& code) noexcept {
    return is_first_class_callable(code) && code.scope == nullptr;
}

// opcache has its code in shared memory, where nothing counts references.
inline bool is_cached_code(const zend_op_array& code) noexcept { return code.refcount == nullptr; }

// The function or method in the running context that a first-class callable is of. Null: the context has another one.
zend_function* function_of(const zend_op_array& code);

// The values in the running context; null: the function has no static variables.
HashTable* need_static_variables(zend_op_array& code);

// Drops the static variables. Their table stays: a first-class callable that other code has points to it.
void drop_each(HashTable& static_variables);
void drop_value(zval& value);

using CodeSet = std::unordered_set<const zend_op_array*>;

// The caches of one context, or of the code outside of contexts, that lie in no slot (MapArea). While the context runs,
// they are those outside.
class ForeignCaches {
public:
    void add(zend_op_array& code, void** cache) { all_.push_back({&code, cache}); }
    void remove(const zend_op_array& code);
    void remove(const CodeSet& freed);
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

// Code that opcache has not cached, of all contexts: the functions of eval(), of files that opcache did not take, and
// of classes with such a parent. Their run-time caches lie in no slot (MapArea). An object of such a class can cross to
// a context that lacks what the cache of its origin names, so each context has its own cache of each function.
class DirectCaches {
public:
    // `owner` has defined it; null: the code outside of contexts. Without effect for code that is known.
    void add(zend_op_array& code, const Context* owner);
    // Code that ran leaves, with its caches exchanged: those that the engine has made since are its own, too.
    void leave(ForeignCaches& of) const {
        if (!all_.empty()) [[unlikely]]
            take_new(of);
    }
    bool knows(const zend_op_array& code) const { return known_.contains(&code); }
    // The code is freed. The caller removes it from the caches of all contexts, and from those outside.
    CodeSet remove(const Context* owner);

private:
    struct One {
        zend_op_array* code;
        const Context* owner;
    };
    void take_new(ForeignCaches& of) const;

    std::vector<One> all_;
    CodeSet known_;
};

}  // namespace tern::php
