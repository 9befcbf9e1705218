// Enters the program to handle a request, a message or a task. The server's enable_coroutine selects one of two ways
// behind one call: a coroutine, or a call outside of coroutines.
#pragma once

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

}  // namespace tern::php
