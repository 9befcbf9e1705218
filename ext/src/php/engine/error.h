// How failures reach PHP programs. For a failure of the world a method returns false, and errCode, errMsg and
// swoole_last_error() have the reason, which is never 0. For a mistake of the caller it throws. These functions may run
// PHP code (an error handler, a destructor), so their callers have trivial locals only.
#pragma once

#include "base/error.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

void remember(Error error) noexcept;
Error remembered() noexcept;

// Makes the calling function return false. errCode and errMsg are set where the object's class declares them.
void failure(zend_object* object, Error error, zval* return_value);
// The same for functions and static methods.
void failure(Error error, zval* return_value);

// A warning whose text starts with the running function: "Swoole\Server::set(): ...".
[[gnu::format(printf, 1, 2)]] void warn(const char* format, ...);

// Throws Swoole\Exception with the error's number as its code.
[[gnu::format(printf, 2, 3)]] void throw_exception(Error error, const char* format, ...);

// A warning about an argument, for methods of the API that return false for a value that they do not allow. The text is
// that of a ValueError.
// swoole_last_error() is EINVAL afterwards. The caller returns false. May run PHP code: an error handler.
[[gnu::format(printf, 2, 3)]] void warn_argument(uint32_t number, const char* format, ...);

}  // namespace tern::php
