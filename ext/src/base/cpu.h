// Facts about the CPUs of this process.
#pragma once

#include <sched.h>
#include <unistd.h>

namespace tern {

// The number of CPUs that this process may use, by its affinity mask, which containers and taskset set; at least 1.
inline int usable_cpus() noexcept {
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) return CPU_COUNT(&mask);
    // There are more CPUs than the mask has room for.
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : static_cast<int>(online);
}

// For loops that wait for another CPU.
inline void pause_cpu() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace tern
