// The parts of a coroutine's own state (engine/state/own_state), for what functions of PHP set for the process. The
// running coroutine makes a part right before it sets something. The part keeps the value from before.
#pragma once

#include "php/engine/state/own_state.h"

namespace tern::php {

// A value that `get` returns and `set` sets, two internal functions. `engines` is the engine's own handler of `set`.
OwnPart* own_value(const zend_internal_function& get, const zend_internal_function& set, zif_handler engines);
// An ini setting. Null: there is none of that name, or it belongs to the process.
OwnPart* own_ini(zend_string* name);
// What setlocale() sets.
OwnPart* own_locale();
// Error and exception handlers, with the stacks of former ones.
OwnPart* own_handlers();
// What header() and similar functions set.
OwnPart* own_headers();
// The working directory.
OwnPart* own_directory();

}  // namespace tern::php
