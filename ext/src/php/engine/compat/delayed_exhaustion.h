// Where the engine can, it does not report an exhausted memory limit in the middle of an allocation: it allocates,
// notes the error, and reports it at the next interrupt. Then the code is left as by exit(). Until the end of the
// request it calls no function from C code. Each context has a state of its own.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

class DelayedExhaustion {
public:
#ifdef ZEND_HAS_OOM
    static constexpr bool kSupported = true;
    static bool pending() noexcept { return EG(delayed_oom).state == ZEND_OOM_STATE_PENDING; }
    // What the engine does at the next interrupt.
    static void report() { zend_handle_delayed_oom(); }
    // At which the engine ends the process, unless php.ini sets it.
    static void lift_hard_limit() noexcept {
        if (zend_ini_long(ZEND_STRL("memory_hard_limit_percent"), false) == 0)
            (void)zend_set_memory_hard_limit_percent(-1);
    }
    void exchange() noexcept {
        std::swap(info_, EG(delayed_oom));
        if (EG(delayed_oom).state != ZEND_OOM_STATE_NONE) zend_atomic_bool_store(&EG(vm_interrupt), true);
    }
    // Continues as if it had not happened.
    static void clear() noexcept {
        zend_oom_info last = std::exchange(EG(delayed_oom), zend_oom_info{});
        if (last.message != nullptr) zend_string_release(last.message);
        if (last.filename != nullptr) zend_string_release(last.filename);
    }

private:
    zend_oom_info info_{};
#else
    static constexpr bool kSupported = false;
    static bool pending() noexcept { return false; }
    static void report() {}
    static void lift_hard_limit() noexcept {}
    void exchange() noexcept {}
    static void clear() noexcept {}
#endif
};

}  // namespace tern::php
