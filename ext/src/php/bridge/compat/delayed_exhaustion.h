// Where the engine can, it does not report an exhausted memory limit in the middle of an allocation: it allocates,
// notes the error, and reports it at the next interrupt. Then the code is left as by exit(). Until the end of the
// request it calls no function from C code. Each context has a state of its own.
#pragma once

#include "php/bridge/compat/engine.h"

namespace tern::php {

class DelayedExhaustion {
public:
#ifdef ZEND_HAS_OOM
    void exchange() noexcept {
        std::swap(info_, EG(delayed_oom));
        if (EG(delayed_oom).state != ZEND_OOM_STATE_NONE) zend_atomic_bool_store(&EG(vm_interrupt), true);
    }
    // Goes on as if it had not happened.
    static void clear() noexcept {
        zend_oom_info last = std::exchange(EG(delayed_oom), zend_oom_info{});
        if (last.message != nullptr) zend_string_release(last.message);
        if (last.filename != nullptr) zend_string_release(last.filename);
    }

private:
    zend_oom_info info_{};
#else
    void exchange() noexcept {}
    static void clear() noexcept {}
#endif
};

}  // namespace tern::php
