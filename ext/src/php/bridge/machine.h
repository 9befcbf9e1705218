// Where a signal interrupted this thread: the one thing that each processor names in its own way.
#pragma once

#include <cstdint>
#include <ucontext.h>

namespace tern::php {

// 0: unknown here.
inline uintptr_t instruction_of(const void* signal_context) noexcept {
    [[maybe_unused]] const auto& machine = static_cast<const ucontext_t*>(signal_context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return machine.pc;
#else
    return 0;
#endif
}

}  // namespace tern::php
