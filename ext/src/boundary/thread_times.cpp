#include "boundary/thread_times.h"

#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace tern::boundary {

int open_times_file() noexcept { return ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC); }

// Two numbers of nanoseconds, and the number of times that the thread was given a processor.
ThreadTimes thread_times(int times_file) noexcept {
    constexpr int64_t kMs = 1'000'000;
    char line[96];
    const ssize_t length = times_file < 0 ? -1 : pread(times_file, line, sizeof line, 0);
    if (length <= 0) return {};
    const char* end = line + length;
    int64_t ran_ns = 0;
    int64_t queued_ns = 0;
    const std::from_chars_result first = std::from_chars(line, end, ran_ns);
    if (first.ec != std::errc() || first.ptr == end) return {};
    (void)std::from_chars(first.ptr + 1, end, queued_ns);
    return {ran_ns / kMs, queued_ns / kMs};
}

}  // namespace tern::boundary
