// Includes PHP's headers for all other files, and is the only file that knows what differs between PHP 8.2 and 8.5.
// PHP's own headers declare their C linkage themselves. Wrapping them once more would break the C++ headers that they
// include.
#pragma once

#include <SAPI.h>
#include <ext/spl/spl_array.h>
#include <ext/standard/info.h>
#include <php.h>
#include <php_ini.h>
#include <php_variables.h>
#include <zend_closures.h>
#include <zend_exceptions.h>
#include <zend_fibers.h>
#include <zend_interfaces.h>
#include <zend_smart_str.h>

// These headers do not declare their C linkage.
#include <sys/stat.h>
extern "C" {
#include <ext/standard/basic_functions.h>
#include <ext/standard/url.h>
}

#ifdef ZTS
#error "Tern needs a PHP built without thread safety (NTS)"
#endif

#if PHP_VERSION_ID < 80200
#error "Tern needs PHP 8.2 or newer"
#endif

#include "base/bytes.h"

namespace tern::php {

inline Bytes view(const zend_string* text) noexcept { return Bytes(ZSTR_VAL(text), ZSTR_LEN(text)); }

// zend_fiber_init_context() returns bool in older versions and zend_result in newer ones.
inline bool succeeded(bool result) noexcept { return result; }
inline bool succeeded(zend_result result) noexcept { return result == SUCCESS; }

inline bool init_fiber(zend_fiber_context* context, void* kind, zend_fiber_coroutine main, size_t stack_bytes) {
    return succeeded(zend_fiber_init_context(context, kind, main, stack_bytes));
}

// Tells the engine where the C stack ends. From 8.3 on it turns an overflow into an Error.
inline void set_fiber_stack_limits([[maybe_unused]] zend_fiber_context* context) noexcept {
#ifdef ZEND_CHECK_STACK_LIMIT
    EG(stack_base) = zend_fiber_stack_base(context->stack);
    EG(stack_limit) = zend_fiber_stack_limit(context->stack);
#endif
}

// Whether the garbage collector runs destructors. 8.2 blocks switches meanwhile, so it need not be asked.
inline bool collects_garbage() noexcept {
#if PHP_VERSION_ID >= 80300
    zend_gc_status status;
    zend_gc_get_status(&status);
    return status.active;
#else
    return false;
#endif
}

// Whether the engine defers signals, or handles one.
inline bool blocks_signals() noexcept {
#ifdef ZEND_SIGNALS
    return SIGG(depth) > 0 || SIGG(running);
#else
    return false;
#endif
}

}  // namespace tern::php
