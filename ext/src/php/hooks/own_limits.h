// memory_limit and max_execution_time of a context that is like a process.
#pragma once

#include "php/bridge/own_state.h"

namespace tern::php {

// Call it before the first such context runs.
void take_over_limits() noexcept;

// The setting of the running context; null: it is another setting.
OwnPart* own_limit(zend_string* name);

}  // namespace tern::php
