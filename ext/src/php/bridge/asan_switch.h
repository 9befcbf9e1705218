// Tells AddressSanitizer about stack switches: the stock PHP binary, which makes them, is not instrumented and does not.
#pragma once

#include <sanitizer/common_interface_defs.h>

#include "php/bridge/compat.h"

namespace tern::php {

class AsanSwitch {
public:
    explicit AsanSwitch(zend_fiber_context* target) noexcept {
        // The engine's private zend_fiber_stack begins with these two, from 8.1 on. The main context has none.
        struct StackHead {
            void* bottom;
            size_t size;
        };
        auto* stack = reinterpret_cast<StackHead*>(target->stack);
        const void* bottom = stack != nullptr ? stack->bottom : main_bottom;
        size_t size = stack != nullptr ? stack->size : main_size;
        __sanitizer_start_switch_fiber(&fake_stack_, bottom, size);
    }
    void arrived() noexcept { __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr); }
    // First thing on a new stack. The first context ever left is the main one.
    static void entered() noexcept {
        const void* bottom = nullptr;
        size_t size = 0;
        __sanitizer_finish_switch_fiber(nullptr, &bottom, &size);
        if (main_bottom != nullptr) return;
        main_bottom = bottom;
        main_size = size;
    }

private:
    static inline const void* main_bottom = nullptr;
    static inline size_t main_size = 0;
    void* fake_stack_ = nullptr;
};

}  // namespace tern::php
