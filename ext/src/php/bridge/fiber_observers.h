// Debuggers and profilers watch fibers. To them each coroutine is a fiber of its own, with the statuses of a native
// one, from its init to its destroy, though it runs on the stacks of one that has ended.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// True when an extension looks at calls, as all do that watch fibers. Otherwise nobody is told when one is used again.
bool fibers_are_observed() noexcept;

// Once per process, when all observers have registered: fibers of this kind whose status is DEAD at a switch have INIT
// behind it, and are kept.
void keep_dead_fibers(void* kind) noexcept;

// To the observers such a context ends, and is a new one later.
void bury(zend_fiber_context& kept) noexcept;
void announce(zend_fiber_context& kept) noexcept;

// Observers ask where a fiber starts, and Xdebug relies on an answer. This is one for places without PHP code.
class StartingPoint {
public:
    StartingPoint() noexcept;
    StartingPoint(const StartingPoint&) = delete;
    StartingPoint& operator=(const StartingPoint&) = delete;
    ~StartingPoint() { EG(current_execute_data) = frame_; }

private:
    zend_execute_data* frame_;
    zend_execute_data nowhere_;
    zend_function function_;
    zend_op line_;
};

}  // namespace tern::php
