// Calls the callbacks that programs registered with on().
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

struct EventCall {
    static constexpr uint32_t kMostArguments = 6;
    const zval* callback;  // IS_UNDEF: nothing is called
    uint32_t count = 0;
    int* exit_code = nullptr;        // set when the callback throws (255) or calls exit(); lives as long as it may run
    zval arguments[kMostArguments];  // references are the call's

    explicit EventCall(const zval* callable) noexcept : callback(callable) {}
    EventCall& add(zend_object* object);
    EventCall& add(zend_long number);
};

// Outside of coroutines, at once. False when the engine gave up.
bool call_now(EventCall& call) noexcept;
// In a coroutine of its own, to its first suspension, or as call_now().
void call_event(EventCall& call, bool in_coroutine) noexcept;

}  // namespace tern::php
