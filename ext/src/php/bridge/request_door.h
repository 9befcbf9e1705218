// The door to the program for what others ask of it: a request, a message, a task. It is one of two ways behind one
// call, as the server's enable_coroutine says: a coroutine, or a call outside of coroutines.
#pragma once

#include "php/bridge/fiber.h"

namespace tern::php {

enum class Entry : uint8_t {
    entered,
    refused,  // the body did not run: too many coroutines, no memory, or PHP runs no more
    bailed,   // the body ran outside of coroutines and ended in a fatal error
};

// In a coroutine the body runs until its first suspension. Outside of coroutines it runs to its end, exit() ends only
// what it handles, and the limit of set_time_limit() ends with it; `body.bailed` is not called then.
Entry enter_for_request(Coroutines& coroutines, bool in_coroutine, FiberBody body, void* argument) noexcept;

}  // namespace tern::php
