// The second of two doors to PHP code: calls from outside of coroutines.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

enum class Outcome : uint8_t { ok, threw, bailed };

namespace guard {

// Calls `callable` outside of any coroutine. An exception is reported and gone afterwards; after `bailed` no more PHP may
// run in this process. The result is dropped.
Outcome call(const zval* callable, uint32_t count, zval* arguments) noexcept;

}  // namespace guard

}  // namespace tern::php
