// Functions of PHP that change what PHP keeps for "the request". Here several requests share one process. So in
// coroutines that handle requests, some of these functions throw an Error, and others first give the coroutine a value
// of its own (engine/state/own_state). Everywhere else they do what PHP's own do.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_functions() noexcept;

// For the running context alone: a setting of a folder, and the working directory.
// `is_admin`: code of the context cannot change it.
bool set_own_setting(zend_string* name, zend_string* value, bool is_admin);
void change_own_directory(const char* path);
// Back to the directory that the context began in.
void leave_own_directory();

}  // namespace tern::php
