// The only door to PHP's headers and the only place that knows what differs between PHP 8.2 and 8.5. PHP's own headers
// declare their C linkage themselves; wrapping them once more would break the C++ headers that they include.
#pragma once

#include <SAPI.h>
#include <ext/standard/info.h>
#include <php.h>
#include <php_ini.h>
#include <zend_exceptions.h>
#include <zend_interfaces.h>
#include <zend_smart_str.h>

#ifdef ZTS
#error "Tern needs a PHP built without thread safety (NTS)"
#endif

#if PHP_VERSION_ID < 80200
#error "Tern needs PHP 8.2 or newer"
#endif

#include "base/bytes.h"

namespace tern::php {

inline Bytes view(const zend_string* text) noexcept { return Bytes(ZSTR_VAL(text), ZSTR_LEN(text)); }

}  // namespace tern::php
