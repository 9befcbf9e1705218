// A connection of a client extension is for one coroutine at a time. Its libraries keep half of a message in their
// buffers while a call waits, so a second call would read foreign bytes or free what the first one uses. All functions
// and methods of these extensions claim the connections of their arguments: the second call throws.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Finds a place for our data in functions. Call it when the module starts.
void prepare_driver_calls() noexcept;
// Call it once per process, when all extensions have started and the other replacements are in place.
void take_over_driver_calls() noexcept;
// The handler without the claim.
zif_handler unclaimed_handler(const zend_internal_function& function) noexcept;
// The same for a method that a driver adds to an object.
void take_over_driver_method(zend_internal_function& method) noexcept;

}  // namespace tern::php
