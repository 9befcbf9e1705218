// Enters the program to handle a request, a message or a task. The server's enable_coroutine selects one of two ways
// behind one call: a coroutine, or a call outside of coroutines.
#pragma once

#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/fiber.h"

namespace tern::php {

enum class Entry : uint8_t {
    entered,
    refused,  // the body did not run: too many coroutines, no memory, or PHP runs no more
    bailed,   // the body ran outside of coroutines and ended in a fatal error
};

// Runs a body to its end outside of coroutines. exit() ends only what it handles, and the limit of set_time_limit()
// ends with it.
Entry enter_outside(Coroutines& coroutines, void (*run)(void* argument), void* argument) noexcept;

// Runs a body whose `for_request` is true. In a coroutine it runs until its first suspension. Outside of coroutines
// `body.bailed` is not called.
inline Entry enter_for_request(Coroutines& coroutines, bool in_coroutine, const FiberBody& body,
                               void* argument) noexcept {
    if (!in_coroutine) return enter_outside(coroutines, body.run, argument);
    return Fiber::spawn(coroutines, body, argument) ? Entry::entered : Entry::refused;
}

// Calls that the loop makes to the program, for timers and events. Each has a coroutine of its own, or is made outside
// of coroutines.

// What to call. It owns its references.
struct LoopCall {
    zval callable;
    uint32_t count;  // 0 or 1
    zval argument;
};

// Calls a callback as the last PHP code of a body, then what it has given to defer(), and frees the result. While an
// exception is pending, nothing is called. False: an exception of the callback, or from before, is pending. The caller
// keeps its references. A fatal error that the running coroutine contains remains as an exception.
bool call_last(zval* callable, uint32_t count, zval* arguments);
// The same, but it releases the references: that of the callable before the deferred calls, those of the arguments at
// the end. Every fatal error bails out.
bool call_last_and_release(zval* callable, uint32_t count, zval* arguments);

// Makes the call and releases its references, also where the call cannot be made.
void call_back(Coroutines& coroutines, LoopCall& call) noexcept;

// Calls a body that does Zend work itself. The body may leave an exception behind, and `argument` is valid until its
// first suspension. Returns false when the body did not run: the program ends, or there are too many coroutines.
bool enter_program(Coroutines& coroutines, void (*body)(void* argument), void* argument) noexcept;

// Keeps a callable for a later call from the loop, where no class is in scope. `into` becomes the callable as it was
// given, or a closure when it can only be called from where it was given (a private method). A callable that code in a
// context gives becomes one that runs there.
void keep_callable(const zend_fcall_info& callable, zend_fcall_info_cache& cache, zval* into);

}  // namespace tern::php
