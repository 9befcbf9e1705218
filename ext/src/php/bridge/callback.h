// Calls that the loop makes to the program, for timers and events: each in a coroutine of its own, or outside of any.
#pragma once

#include "php/runtime/process_runtime.h"

namespace tern::php {

// What to call. The references are its own.
struct LoopCall {
    zval callable;
    uint32_t count;  // 0 or 1
    zval argument;
};

// Makes the call and gives its references back, also where it cannot be made.
void call_back(Runtime& all, LoopCall& call) noexcept;

// The same for bodies that know what to call: they do Zend work, and may leave an exception behind. `argument` is good
// until the first suspension. False: it did not run, as the program ends, or there are too many coroutines.
bool enter_program(Runtime& all, void (*body)(void* argument), void* argument) noexcept;

// What a callable is kept as until a call from the loop, where no class is in scope: as it was given, or, when it can
// only be called from where it was given (a private method), as a closure.
void keep_callable(const zend_fcall_info& callable, zend_fcall_info_cache& cache, zval* into);

}  // namespace tern::php
