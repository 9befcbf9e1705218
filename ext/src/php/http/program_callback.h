// A callback of the program that is called often: the function is looked up once.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

inline constexpr zval kNoCallback{};

class ProgramCallback {
public:
    // Borrows the callable; IS_UNDEF: there is none.
    explicit ProgramCallback(const zval* callable) noexcept { ZVAL_COPY_VALUE(&callable_, callable); }

    bool exists() const noexcept { return Z_TYPE(callable_) != IS_UNDEF; }
    // False: it exists, but is not callable.
    bool prepare() noexcept;
    // Call it within a fiber or a guard. It may leave an exception pending, and `result` undefined. After a fatal error
    // it does not return.
    void call(uint32_t count, zval* arguments, zval* result);
    void call(uint32_t count, zval* arguments);  // drops the returned value

private:
    zval callable_;
    zend_fcall_info_cache callee_{};
    bool prepared_ = false;  // for call_prepared()
};

// Calls of a function that was looked up before, without what zend_call_function() checks again for each call.

// Whether call_prepared() can call it: it is PHP code and takes every argument by value.
bool can_be_prepared(const zend_function& function) noexcept;

// Call it within a fiber or a guard, with no exception pending. No argument is a reference. It may leave an exception
// behind, and `result` undefined.
void call_prepared(const zend_fcall_info_cache& callee, uint32_t count, zval* arguments, zval* result);

}  // namespace tern::php
