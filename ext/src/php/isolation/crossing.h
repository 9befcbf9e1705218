// Running code in a context that comes from outside of it.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Calls a function in the running context. It, and arguments that are closures, become closures of the context. The
// result is null after an exception.
void call_in_context(const zval* callable, uint32_t count, zval* arguments, zval* result);

// Runs a file in the running context, with the global variables as its own. It may be relative to include_path. An
// exception, also that of exit(), is pending afterwards.
void execute_file_in_context(zend_string* file, zval* result);

// The same for a file that can be read, or else an Error is thrown. The result is null after an exception. exit() ends
// the file and nothing else.
void include_in_context(zend_string* file, zval* result);

}  // namespace tern::php
