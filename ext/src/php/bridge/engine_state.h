// What the engine keeps per request in globals that zend_fiber_switch_context() does not switch: output buffers, how
// errors are raised, what usort() compares with, what serialize() is in the middle of. One struct, saved by whoever
// leaves a context and put back when it goes on.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

class EngineState {
public:
    // Keeps what differs from a fresh request and makes it so.
    void save() noexcept;
    void restore() noexcept;

private:
    struct Rare;
    Rare* rare_;  // null: none of it was in use
    zend_class_entry* exception_class_;
    zend_error_handling_t error_handling_;
    uint32_t blocks_;  // destructors, on 8.2 and 8.3, must not suspend; what they start may
};

}  // namespace tern::php
