// Code that opcache has not cached, of all contexts: the functions of eval(), of files that opcache did not take, and
// of classes with such a parent. Their run-time caches lie in no slot (MapArea). An object of such a class can cross to
// a context that lacks what the cache of its origin names, so each context has its own cache of each function.
#pragma once

#include <unordered_set>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class Context;
class ForeignCaches;

class DirectCaches {
public:
    // `owner` has defined it; null: the code outside of contexts. Without effect for code that is known.
    void add(zend_op_array& code, const Context* owner);
    // What has run leaves, and has exchanged its caches: those that the engine has made since are its own, too.
    void leave(ForeignCaches& of) const {
        if (!all_.empty()) [[unlikely]]
            take_new(of);
    }
    bool knows(const zend_op_array& code) const { return known_.contains(&code); }
    // The code is freed.
    void remove(const Context* owner);

private:
    struct One {
        zend_op_array* code;
        const Context* owner;
    };
    void take_new(ForeignCaches& of) const;

    std::vector<One> all_;
    std::unordered_set<const zend_op_array*> known_;
};

}  // namespace tern::php
