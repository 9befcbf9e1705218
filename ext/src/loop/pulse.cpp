#include "loop/pulse.h"

#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tern::loop {

namespace {

constexpr int64_t kLongestSleepMs = 10'000;

// May return early without reason.
void wait_while(std::atomic<uint32_t>& word, uint32_t value, int64_t ms) noexcept {
    const timespec limit{static_cast<time_t>(ms / 1000), static_cast<long>(ms % 1000 * 1'000'000)};
    (void)syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &limit, nullptr, 0);
}

void wake_all(std::atomic<uint32_t>& word) noexcept {
    (void)syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

void Pulse::wake() noexcept {
    uint32_t expected = kAsleep;
    if (watcher_.compare_exchange_strong(expected, kAwake)) wake_all(watcher_);
}

void Pulse::end_watch() noexcept {
    watcher_.store(kEnded);
    wake_all(watcher_);
}

bool Pulse::pause(int64_t ms) noexcept {
    wait_while(watcher_, kAwake, ms);
    return watcher_.load() != kEnded;
}

bool Pulse::sleep() noexcept {
    const uint64_t before = count();
    uint32_t expected = kAwake;
    if (!watcher_.compare_exchange_strong(expected, kAsleep)) return expected != kEnded;
    if (count() == before) wait_while(watcher_, kAsleep, kLongestSleepMs);
    expected = kAsleep;
    (void)watcher_.compare_exchange_strong(expected, kAwake);
    return watcher_.load() != kEnded;
}

}  // namespace tern::loop
