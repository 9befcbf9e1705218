// A callback of the program that is called often: what it names is looked up once.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

inline constexpr zval kNoCallback{};

class ProgramCallback {
public:
    // Borrows; IS_UNDEF: there is none.
    explicit ProgramCallback(const zval* callable) noexcept { ZVAL_COPY_VALUE(&callable_, callable); }

    bool exists() const noexcept { return Z_TYPE(callable_) != IS_UNDEF; }
    // False when it exists and cannot be called.
    bool prepare() noexcept;
    // From within a fiber or a guard. It may leave an exception behind, and `result` undefined. Does not return after a
    // fatal error.
    void call(uint32_t count, zval* arguments, zval* result);
    void call(uint32_t count, zval* arguments);  // what it returns is dropped

private:
    zval callable_;
    zend_fcall_info_cache callee_{};
};

}  // namespace tern::php
