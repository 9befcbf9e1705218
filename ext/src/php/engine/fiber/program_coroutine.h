// The state of a program's coroutine that does not depend on its stacks (engine/fiber/fiber): how its wait ends when it
// is cancelled, its run time, and where its PHP code waits.
#pragma once

#include "coro/coroutine.h"
#include "php/engine/compat/engine.h"

namespace tern::serve {
class RequestAccount;
}

namespace tern::php {

class ProgramCoroutine : public coro::Coroutine {
public:
    // cancel() makes the wait throw an exception rather than return false.
    bool cancel_throws = false;
    // The class of the last exception that a cancelled wait was to throw; null: it exits.
    zend_class_entry* cancel_class = nullptr;
    // The exception of a wait that was cancelled within a call of libc. Until it is caught, that call and what it calls
    // wait no more.
    const zend_object* thrown_within_call = nullptr;
    // CoroutineClock keeps these two.
    int64_t ran_ns = 0;
    serve::RequestAccount* account = nullptr;  // a reference, of the request that it works for; null: none has one
    // Where its PHP code waits; null while it runs.
    const zend_execute_data* frame() const noexcept { return suspended() ? frame_ : nullptr; }

protected:
    ProgramCoroutine() = default;
    ~ProgramCoroutine() = default;

    const zend_execute_data* frame_ = nullptr;
};

// The PHP stacks of coroutines that wait.

// Call it before the running code gets values of another coroutine.
void share_values_with(const ProgramCoroutine& other);

// Fills `into` with what debug_backtrace() returns there. The first frame is the function that waits.
void backtrace_of(const ProgramCoroutine& coroutine, int options, int limit, zval* into);
// Returns one line for each frame, "#0 file(line): function()". The caller releases the string.
zend_string* backtrace_text(const ProgramCoroutine& coroutine, int options, int limit);

// The same of the running coroutine or script, with the call that it is in.
zend_string* running_backtrace_text();

}  // namespace tern::php
