// How many CPUs this process may run on: the affinity mask counts, as containers and taskset set it; at least 1.
#pragma once

#include <sched.h>
#include <unistd.h>

namespace tern {

inline int usable_cpus() noexcept {
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) return CPU_COUNT(&mask);
    // More CPUs than the mask has room for.
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : static_cast<int>(online);
}

}  // namespace tern
