// What functions of PHP set for the process, as parts of a coroutine's own state. Each is made by the running coroutine
// right before it sets something: the part keeps what is set until then.
#pragma once

#include "php/bridge/own_state.h"

namespace tern::php {

// A value that one function tells and another one sets, by `engines`, its handler of the engine.
OwnPart* own_value(zend_function* tell, const zend_function* set, zif_handler engines);
// An ini setting. Null: there is none of that name, or it is the process's.
OwnPart* own_ini(zend_string* name);
// setlocale().
OwnPart* own_locale();
// Error and exception handlers, with those that they stand before.
OwnPart* own_handlers();
// header() and its kin.
OwnPart* own_headers();

}  // namespace tern::php
