// Which error handler the program has set. The engine has it unset while it runs, so this is known from the calls that
// change it: TERN_G(error_handler), with a reference.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// Before and after set_error_handler() and restore_error_handler(). The first tells whether one is visible.
bool before_error_handler_changes();
void after_error_handler_changed(bool was_visible);
// At the end of a request of PHP.
void forget_error_handler();

// A handler that leaves every error to the engine, as if there was none. Made on first use, null if that fails.
zval* no_error_handler();

}  // namespace tern::php
