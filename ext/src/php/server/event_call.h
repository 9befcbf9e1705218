// Calls the callbacks that programs registered with on().
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

struct EventCall {
    static constexpr uint32_t kMostArguments = 6;
    const zval* callback;  // IS_UNDEF: there is no callback
    uint32_t count = 0;
    int* exit_code = nullptr;  // set when the callback throws (255) or calls exit(); valid until the callback has ended
    zval arguments[kMostArguments];  // the call owns the references

    explicit EventCall(const zval* callable) noexcept : callback(callable) {}
    EventCall& add(zend_object* object);
    EventCall& add(zend_long number);
};

// Calls it now, outside of coroutines. False after a fatal error.
bool call_now(EventCall& call) noexcept;
// Calls it in a coroutine of its own until its first suspension, or as call_now() does.
void call_event(EventCall& call, bool in_coroutine) noexcept;

}  // namespace tern::php
