// The second of two doors to PHP code: calls from outside of coroutines. The net under both is here, too.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

enum class Outcome : uint8_t { ok, threw, bailed };

namespace guard {

// Calls `callable` outside of any coroutine. An exception is reported and gone afterwards, so are output buffers that
// it left open; after `bailed` no more PHP may run in this process. The result is dropped.
Outcome call(const zval* callable, uint32_t count, zval* arguments) noexcept;

// Runs a function that does Zend work, with the same promises.
Outcome run(void (*body)(void* argument), void* argument) noexcept;

// Ends what the program left behind: reports an exception, flushes output buffers above `level`. For bodies that have
// to do that before they end. Runs PHP code.
bool tidy(int level = 0);

}  // namespace guard

}  // namespace tern::php
