// What a call of the engine's or of a module's keeps for the whole process while it runs PHP code: what serialize() has
// written so far, what usort() compares with. That code may wait. So a coroutine that leaves in the middle of such a
// call takes it along, and others find what they would find in a process of their own. engine_fields.def and the tables
// of held_state.cpp know which state that is.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Identifies the kind of our fibers, and is the function of their lowest frame.
inline zend_function lowest_function = {ZEND_INTERNAL_FUNCTION};

// The parts of the table.
constexpr int kHeldByEngine = 1, kHeldByModules = 2, kHeldByCompiler = 4;

class HeldState {
public:
    // Finds the globals of modules. Call it when all extensions are loaded.
    static void find() noexcept;
    // Whether a function or an operation has called the running code, or something else than a function of Tern waits:
    // only then anything can be in use. The walk takes a few instructions for each frame.
    static bool within_call() noexcept {
        const zend_execute_data* frame = EG(current_execute_data);
        if (frame == nullptr) return false;
        if (frame->func == nullptr || !is_of_tern(*frame->func)) return true;
        for (;;) {
            const zend_execute_data* caller = frame->prev_execute_data;
            if ((ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) != 0) {
                if (caller == nullptr) return ends_program(*frame);
                return caller->func != &lowest_function || ends_coroutine(*frame);
            }
            if (caller == nullptr) return false;
            frame = caller;
        }
    }
    static bool is_of_tern(const zend_function& function) noexcept {
        return function.internal_function.module == tern_;
    }
    static bool in_use() noexcept { return used_parts(kAll) != 0; }
    // Saves what is in use, and sets what a fresh request has.
    void save() noexcept { save(kAll); }
    void restore() noexcept;
    // After a fatal error.
    static void reset() noexcept;

private:
    // A destructor that nothing has called.
    static bool ends_program(const zend_execute_data& lowest) noexcept {
        return (ZEND_CALL_INFO(&lowest) & ZEND_CALL_CODE) == 0 && ZEND_USER_CODE(lowest.func->type);
    }
    // The function of the coroutine has returned: its values are freed, or its result is serialized.
    static bool ends_coroutine(const zend_execute_data& lowest) noexcept {
        if ((lowest.func->common.fn_flags & ZEND_ACC_CLOSURE) != 0) return false;
        const zend_class_entry* scope = lowest.func->common.scope;
        return (scope != nullptr && scope->destructor == lowest.func) ||
               (BG(serialize).level | BG(unserialize).level) != 0;
    }
    static constexpr int kAll = kHeldByEngine | kHeldByModules | kHeldByCompiler;

    static int used_parts(int parts) noexcept;
    void save(int parts) noexcept;

    // What functions of Tern have as their module. Code of PHP has other data at that place, but never this address.
    inline static const zend_module_entry* tern_ = nullptr;
    char* saved_;  // null: nothing was in use
    HashTable* wrapper_errors_;
    int parts_;
};

}  // namespace tern::php
