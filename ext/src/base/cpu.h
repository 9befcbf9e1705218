// What a program may ask of its CPUs.
#pragma once

#include <sched.h>
#include <unistd.h>

namespace tern {

// How many this process may run on: the affinity mask counts, as containers and taskset set it; at least 1.
inline int usable_cpus() noexcept {
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) return CPU_COUNT(&mask);
    // More CPUs than the mask has room for.
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : static_cast<int>(online);
}

// In a loop that waits for another CPU.
inline void pause_cpu() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace tern
