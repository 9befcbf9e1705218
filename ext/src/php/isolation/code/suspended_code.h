// Generators and fibers are functions in the middle of their work. They go on in the context that has made them,
// whichever code resumes them.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call it when a request of PHP starts.
void take_over_suspended_code() noexcept;

}  // namespace tern::php
