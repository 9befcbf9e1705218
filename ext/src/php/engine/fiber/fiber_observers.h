// What debuggers and profilers see, which watch fibers. To them each coroutine is a fiber of its own, with the statuses
// of a native one from its init to its destroy, though it runs on the stacks of a coroutine that has ended.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// True when an extension observes calls, as all extensions do that watch fibers. Otherwise the reuse of a fiber is not
// announced.
bool fibers_are_observed() noexcept;

// Call it once per process, when all observers have registered. A fiber of this kind whose status is DEAD at a switch
// gets the status INIT afterwards, and is kept.
void keep_dead_fibers(void* kind) noexcept;

// To the observers a kept context ends here, and a new one begins at announce().
void announce_end(zend_fiber_context& kept) noexcept;
void announce(zend_fiber_context& kept) noexcept;

// Observers read where a fiber starts, and Xdebug relies on an answer. This object is the answer in places without PHP
// code.
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
