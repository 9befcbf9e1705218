// What the program has attached to one coroutine: its context object, and the functions to call at its end. The parts
// are made on first use. A coroutine without them costs nothing.
#pragma once

#include "base/list.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

class CoroutineLocals {
public:
    // Something that the coroutine has to give back, like a lock. If it has not done so at its end, `at_end` is called,
    // which unlinks and frees the entry.
    struct Held : ListHook {
        explicit Held(void (*give_back)(Held& self)) noexcept : at_end(give_back) {}
        void (*at_end)(Held& self);
    };

    bool in_use() const noexcept { return deferred_ != nullptr || Z_TYPE(context) != IS_UNDEF || !held.empty(); }
    // Adds a function to call at the end. Takes over the reference.
    void defer(zval* callable);
    // Calls what defer() was given, the last first, and what those calls add. `returned`: the value that the
    // coroutine's function has returned, the argument of these calls; null: it has returned none.
    void run_deferred(zval* returned);
    // Runs the last PHP code of the coroutine. Reports a pending exception, calls what defer() was given, and then
    // frees everything.
    void end();

    // The context object. Undefined until the program reads it.
    zval context = {};
    List<Held> held;

private:
    zend_array* deferred_ = nullptr;
};

}  // namespace tern::php
