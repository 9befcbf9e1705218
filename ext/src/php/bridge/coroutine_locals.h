// What the program attached to one coroutine: its context object, the functions to call at its end. Made on first use,
// so that coroutines without cost nothing.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

class CoroutineLocals {
public:
    bool in_use() const noexcept { return deferred_ != nullptr || Z_TYPE(context) != IS_UNDEF; }
    void defer(const zval* callable);
    // The last PHP code of the coroutine: calls what defer() was given, the last first, and what those add; then frees
    // everything. An exception that is pending is reported before.
    void end();

    // Undefined until someone asks for it.
    zval context = {};

private:
    void run_deferred();

    zend_array* deferred_ = nullptr;
};

}  // namespace tern::php
