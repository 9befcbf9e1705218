// Calls of a function that was looked up before, without what zend_call_function() checks again for each call.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Whether call_prepared() can call it: it is PHP code and takes every argument by value.
bool can_be_prepared(const zend_function& function) noexcept;

// Call it within a fiber or a guard, with no exception pending. No argument is a reference. It may leave an exception
// behind, and `result` undefined.
void call_prepared(const zend_fcall_info_cache& callee, uint32_t count, zval* arguments, zval* result);

}  // namespace tern::php
