// What phpinfo() and `php --ri swoole` show.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Rows of a table that is open: what this was built with, under the names that programs look for.
void show_features();

}  // namespace tern::php
