#include "proc/affinity.h"

#include <sched.h>

namespace tern::proc {

namespace {

int nth_of(const cpu_set_t& cpus, int index) noexcept {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &cpus) && index-- == 0) return cpu;
    }
    return -1;
}

}  // namespace

Error pin_worker(int worker_id, std::span<const int> ignored) noexcept {
    if (worker_id < 0) return Error::invalid_argument;
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return last_error();
    cpu_set_t wanted = allowed;
    for (int cpu : ignored) {
        if (cpu >= 0 && cpu < CPU_SETSIZE) CPU_CLR(cpu, &wanted);
    }
    if (CPU_COUNT(&wanted) == 0) wanted = allowed;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(nth_of(wanted, worker_id % CPU_COUNT(&wanted)), &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 ? Error::ok : last_error();
}

Error schedule_as_batch() noexcept {
    const sched_param none{};
    return sched_setscheduler(0, SCHED_BATCH, &none) == 0 ? Error::ok : last_error();
}

}  // namespace tern::proc
