// What a call of the engine's or of a module's keeps for the whole process while it runs PHP code: what serialize() has
// written so far, what usort() compares with. That code may wait. So a coroutine that leaves in the middle of such a
// call takes it along, and others find what they would find in a process of their own. The table of held_state.cpp is
// the only place that knows which state that is.
#pragma once

#include <cstdint>

#include "php/bridge/compat/engine.h"

extern "C" {
// Where this library begins and ends in memory. The linker defines them.
[[gnu::visibility("hidden")]] extern const char __ehdr_start;
[[gnu::visibility("hidden")]] extern const char _end;
}

namespace tern::php {

// Identifies the kind of our fibers, and is the function of their lowest frame.
inline zend_function lowest_function = {ZEND_INTERNAL_FUNCTION};

class HeldState {
public:
    // Finds the globals of modules. Call it when all extensions are loaded.
    static void find() noexcept;
    // Whether a function or an operation of PHP has called the running code, or is itself what waits. Tern's own hold
    // nothing. The walk takes a few instructions for each frame.
    static bool within_call() noexcept {
        const zend_execute_data* frame = EG(current_execute_data);
        if (frame == nullptr) return false;
        if (!is_tern(*frame)) return true;
        for (const zend_execute_data* caller; (caller = frame->prev_execute_data) != nullptr; frame = caller) {
            if ((ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) != 0 && !is_tern(*caller)) return true;
        }
        return false;
    }
    static bool in_use() noexcept;
    // Saves what is in use, and sets what a fresh request has.
    void save() noexcept;
    void restore() noexcept;
    // After a fatal error.
    static void reset() noexcept;

private:
    static bool is_tern(const zend_execute_data& frame) noexcept {
        const zend_function* function = frame.func;
        if (function == &lowest_function) return true;
        if (function == nullptr || function->type != ZEND_INTERNAL_FUNCTION) return false;
        const auto module = reinterpret_cast<uintptr_t>(function->internal_function.module);
        const auto begin = reinterpret_cast<uintptr_t>(&__ehdr_start);
        return module - begin < reinterpret_cast<uintptr_t>(&_end) - begin;
    }

    char* saved_;  // null: nothing was in use
    HashTable* wrapper_errors_;
};

}  // namespace tern::php
