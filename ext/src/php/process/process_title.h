// The title of a process, as ps shows it.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// For a title that is not empty.
bool set_process_title(zend_string* title);

}  // namespace tern::php
