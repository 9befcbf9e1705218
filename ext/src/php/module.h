// The module: the functions that run when PHP starts, begins a request, ends a request and ends, and what phpinfo()
// shows.
#pragma once

#include "php/engine/compat/engine.h"

extern zend_module_entry tern_module_entry;

namespace tern::php {

// What phpinfo() and `php --ri swoole` show: rows of a table that is open, with what this was built with, under the
// names that programs look for.
void show_features();

}  // namespace tern::php
