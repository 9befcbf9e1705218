// The generator of mt_rand(), rand(), shuffle() and others, which is one for the process, as a part of a request's own
// state.
#pragma once

#include "php/engine/state/own_state.h"

namespace tern::php {

// Of a request that seeds it: it has its own sequence then.
OwnPart* own_random();
// The next number comes from a new, unpredictable seed. PHP does that when a request begins.
void forget_random_seed() noexcept;

}  // namespace tern::php
