// Which coroutine has which of several persistent connections with equal arguments. PHP keeps one for each set of
// arguments, and gives it to every caller. Here each set has numbered slots, and each slot is a connection. A coroutine
// gets the first slot that is free, and keeps it until it has ended and the last object of that connection is gone.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

class LinkSlots {
public:
    // For each set of arguments.
    static constexpr uint32_t kMost = 64;

    // Holds a slot for the running coroutine, which may hold it already. 0: all are in use.
    static uint32_t hold(Bytes arguments);
    static void release(Bytes arguments, uint32_t slot) noexcept;
    // Releases it when the object is freed.
    static void release_with(zend_object* object, Bytes arguments, uint32_t slot);
};

}  // namespace tern::php
