// The engine counts what forbids fibers to switch. Code that begins anew, on another stack or after a fatal error, is
// not bound by it.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Allows switches. Returns how often they were forbidden.
inline uint32_t unblock_switches() noexcept {
    uint32_t blocks = 0;
    for (; zend_fiber_switch_blocked(); ++blocks) zend_fiber_switch_unblock();
    return blocks;
}

inline void block_switches(uint32_t blocks) noexcept {
    for (; blocks > 0; --blocks) zend_fiber_switch_block();
}

}  // namespace tern::php
