// What the program attached to one coroutine: its context object, the functions to call at its end. Made on first use,
// so that coroutines without cost nothing.
#pragma once

#include "base/list.h"
#include "php/bridge/compat.h"

namespace tern::php {

class CoroutineLocals {
public:
    // What the coroutine has to give back, like a lock. `at_end` is called when it did not: it unlinks and frees it.
    struct Held : ListHook {
        explicit Held(void (*give_back)(Held& self)) noexcept : at_end(give_back) {}
        void (*at_end)(Held& self);
    };

    bool in_use() const noexcept { return deferred_ != nullptr || Z_TYPE(context) != IS_UNDEF || !held.empty(); }
    // The reference becomes its own.
    void defer(zval* callable);
    // The last PHP code of the coroutine: calls what defer() was given, the last first, and what those add; then frees
    // everything. An exception that is pending is reported before.
    void end();

    // Undefined until someone asks for it.
    zval context = {};
    List<Held> held;

private:
    void run_deferred();

    zend_array* deferred_ = nullptr;
};

}  // namespace tern::php
