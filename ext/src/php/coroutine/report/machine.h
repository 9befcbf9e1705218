// What depends on the processor: where a signal interrupted this thread, and how to stop it after the next instruction.
#pragma once

#include <cstdint>
#include <ucontext.h>

namespace tern::php {

// Returns 0 on a processor that this file does not know.
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

// For signal handlers: from now on a SIGTRAP follows each instruction that the thread executes, until a handler does
// not return. False on a processor that this file does not know.
inline bool stop_after_each_instruction([[maybe_unused]] void* signal_context) noexcept {
#if defined(__x86_64__)
    constexpr greg_t kTrapFlag = 0x100;
    static_cast<ucontext_t*>(signal_context)->uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
    return true;
#else
    return false;
#endif
}

}  // namespace tern::php
