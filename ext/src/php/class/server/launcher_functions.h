// What bin/tern, which is PHP, needs of the extension.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

void register_launcher_functions();

// The launcher's say before a server opens anything: its function Tern\Launcher\before_start() where it is loaded.
// False: it threw.
bool ask_launcher(zval* server);

}  // namespace tern::php
