// What AddressSanitizer cannot know by itself, because the stock PHP binary is not built with it: stack switches, and
// when to look for leaks in processes that end by _exit(). It costs nothing in other builds.
#pragma once

#include "php/engine/compat/engine.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>

namespace tern::php {

inline constexpr bool kIsSanitized = true;

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
    // Call it first on a new stack. The first context that is ever left is the main one.
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

// Clears the marks of frames on a stack whose memory is used again.
inline void unpoison_frames(void* bottom, size_t size) noexcept { __asan_unpoison_memory_region(bottom, size); }

// What only this memory points to counts as no leak: it is the stack of a coroutine of the parent process.
inline void keep_reachable(const void* bottom, size_t size) noexcept { __lsan_register_root_region(bottom, size); }

// Reports memory that nothing points to any more. If there is any, it ends the process.
inline void check_for_leaks() noexcept { __lsan_do_leak_check(); }

}  // namespace tern::php

#else

namespace tern::php {

inline constexpr bool kIsSanitized = false;

class AsanSwitch {
public:
    explicit AsanSwitch(zend_fiber_context*) noexcept {}
    void arrived() noexcept {}
    static void entered() noexcept {}
};

inline void unpoison_frames(void*, size_t) noexcept {}
inline void keep_reachable(const void*, size_t) noexcept {}
inline void check_for_leaks() noexcept {}

}  // namespace tern::php

#endif
