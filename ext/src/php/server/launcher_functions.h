// Functions for bin/tern, which is written in PHP.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

void register_launcher_functions();

// Calls Tern\Launcher\before_start(), if it is loaded, before a server opens anything. False: it threw an exception.
bool ask_launcher(zval* server);

}  // namespace tern::php
