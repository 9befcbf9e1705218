#include "php/isolation/state/processor_clock.h"

#include <climits>
#include <cstdio>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "loop/offload.h"
#include "php/engine/fiber/watch_thread.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr int64_t kTickMs = 20;
constexpr uint32_t kQuietTicks = 25;       // then the thread sleeps
constexpr int64_t kLongestSleepMs = 1000;  // a wake-up may get lost
constexpr int kHardTimeout = 124;          // the exit code that PHP has for it

void wait_while(std::atomic<uint32_t>& word, uint32_t value, int64_t ms) noexcept {
    const timespec limit{static_cast<time_t>(ms / 1000), static_cast<long>(ms % 1000 * 1'000'000)};
    (void)syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &limit, nullptr, 0);
}

}  // namespace

void ProcessorClock::start() noexcept {
    if (runs_ && forks_ == TERN_G(forks)) return;
    if (pthread_getcpuclockid(pthread_self(), &of_php_) != 0) return;
    read();
    asleep_.store(0);
    runs_ = loop::start_thread(thread_, watch_thread<&ProcessorClock::watch>(), this);
    forks_ = TERN_G(forks);
}

// A forked child has this memory, but no thread to join.
void ProcessorClock::stop() noexcept {
    if (!runs_ || forks_ != TERN_G(forks)) return;
    ends_.store(true);
    continue_thread();
    pthread_join(thread_, nullptr);
    runs_ = false;
}

void ProcessorClock::read() noexcept { now_ms_.store(read_clock_ns(of_php_) / 1'000'000, std::memory_order_relaxed); }

// The time since the thread fell asleep counts for no limited code.
void ProcessorClock::continue_thread() noexcept {
    read();
    asleep_.store(0);
    (void)syscall(SYS_futex, &asleep_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void* ProcessorClock::watch(void* clock) {
    auto& self = *static_cast<ProcessorClock*>(clock);
    uint32_t quiet = 0;
    while (!self.ends_.load()) {
        wait_while(self.asleep_, 0, kTickMs);
        const int64_t before = self.now_ms();
        self.read();
        self.check();
        quiet = self.now_ms() == before ? quiet + 1 : 0;
        if (quiet < kQuietTicks) continue;
        quiet = 0;
        self.asleep_.store(1);
        wait_while(self.asleep_, 1, kLongestSleepMs);
        self.asleep_.store(0);
    }
    return nullptr;
}

void ProcessorClock::check() noexcept {
    if (now_ms() >= end_ms_.load(std::memory_order_relaxed)) end_process();
    if (limited_.load(std::memory_order_relaxed)) zend_atomic_bool_store(&EG(vm_interrupt), true);
}

void ProcessorClock::end_process() noexcept {
    constexpr char kText[] = "PHP Fatal error:  Maximum execution time exceeded, and the code cannot be interrupted\n";
    (void)!write(STDERR_FILENO, kText, sizeof kText - 1);
    _exit(kHardTimeout);
}

}  // namespace tern::php
