// Some opcodes rely on what is always true in one request, and not in a context: that the functions of a file exist
// where its code runs, and that an object which the code has belongs to the request. Code that has crossed to a context
// could crash there, so these opcodes look first.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Whether there can be contexts.
bool opcache_is_on() noexcept;

// Code that a process without these checks has compiled is not taken from opcache's file cache. Call it once.
void declare_checked_opcodes() noexcept;

// Code that is compiled from now on has the checks. Call it when a request of PHP starts, which is after the JIT
// compiler has looked for opcode handlers that it cannot work with. It works with these. `is_foreign`: whether a
// generator belongs to another context than the running one.
void check_opcodes(bool (*is_foreign)(const zend_object& generator) noexcept) noexcept;

// Call it when PHP ends.
void leave_opcodes() noexcept;

// The same for code of a method or a closure that opcache has not cached. Not for functions within it.
void check_function_calls(zend_op_array& code) noexcept;

// Whether all functions exist in the running context that code calls without a look: a function that was not found by
// its name, and code that opcache has not cached. False after an Error.
bool functions_exist_for(const zend_op_array& code);

}  // namespace tern::php
