// The parts of a script's own state (engine/state/own_state) for what functions set for the whole process, and PHP
// takes back when a request ends: environment variables, the file mode creation mask, the callback of assertions, the
// connection to syslog, what mysqli reports.
#pragma once

#include "php/engine/state/own_state.h"

namespace tern::php {

// Makes the environment of `state` its own. Call it before PHP's putenv() changes the variable that `assignment` names:
// "NAME=value" or "NAME".
void own_environment(OwnState& state, Bytes assignment);
// What umask() sets.
OwnPart* own_mask();
// What openlog() and closelog() set.
OwnPart* own_syslog();
// Call it when any code calls openlog() with these.
void note_syslog(zend_long options, zend_long facility) noexcept;
// What assert_options(ASSERT_CALLBACK, ...) sets; `engines` is the engine's own handler of `options`, that function.
OwnPart* own_assert_callback(const zend_function* options, zif_handler engines);

}  // namespace tern::php
