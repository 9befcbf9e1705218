// What the engine keeps per request in globals that zend_fiber_switch_context() does not switch: output buffers, how
// errors are raised, what usort() compares with, what serialize() is in the middle of, an exception on its way (what is
// freed while it unwinds may wait: a connection says goodbye), a call of ext/soap, and the error handler, which the
// engine unsets while it runs. One struct, saved by whoever leaves a context and put back when it goes on.
#pragma once

#include "php/bridge/globals.h"
#include "php/bridge/soap_call.h"

namespace tern::php {

class EngineState {
public:
    // Keeps what differs from a fresh request and makes it so.
    void save() noexcept {
        exception_class_ = EG(exception_class);
        error_handling_ = EG(error_handling);
        active_fiber_ = EG(active_fiber);
        EG(exception_class) = nullptr;
        EG(error_handling) = EH_NORMAL;
        EG(active_fiber) = nullptr;
        blocks_ = 0;
        rare_ = nullptr;
        if (__builtin_expect(rare_in_use(), 0)) save_rare();
    }
    void restore() noexcept {
        EG(exception_class) = exception_class_;
        EG(error_handling) = error_handling_;
        EG(active_fiber) = active_fiber_;
        if (__builtin_expect(blocks_ > 0 || rare_ != nullptr, 0)) restore_rare();
    }

private:
    struct Rare;
    // Of programs that have an error handler, while it is unset: it may be at work.
    static bool lacks_error_handler() noexcept {
        if (Z_TYPE(EG(user_error_handler)) == IS_UNDEF) return TERN_G(uses_error_handler);
        TERN_G(uses_error_handler) = true;
        return false;
    }
    static bool rare_in_use() noexcept {
        return OG(active) != nullptr || BG(user_compare_fci).size != 0 || BG(serialize_lock) != 0 ||
               zend_fiber_switch_blocked() || EG(exception) != nullptr || SoapCall::in_use() || lacks_error_handler();
    }
    void save_rare() noexcept;
    void restore_rare() noexcept;

    Rare* rare_;  // null: none of it was in use
    zend_class_entry* exception_class_;
    zend_error_handling_t error_handling_;
    zend_fiber* active_fiber_;  // Fiber::suspend() outside of a native Fiber of this coroutine's own is an error
    uint32_t blocks_;           // destructors, on 8.2 and 8.3, must not suspend; what they start may
};

}  // namespace tern::php
