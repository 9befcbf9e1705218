// The CPU time of the thread that runs PHP, as another thread reads it every 20 ms. So to read it costs nothing at a
// switch. What passes between two readings counts for the code that runs at the second one. Each time the engine
// interrupts limited code (engine/fiber/interrupt), so that its limits can be checked. The thread sleeps while PHP does
// nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

namespace tern::php {

class ProcessorClock {
public:
    static constexpr int64_t kNever = INT64_MAX;

    ProcessorClock() noexcept = default;
    ProcessorClock(const ProcessorClock&) = delete;
    ProcessorClock& operator=(const ProcessorClock&) = delete;
    ~ProcessorClock() { stop(); }

    // Starts the thread, if it does not run. Call it on the thread of PHP.
    void start() noexcept;
    // Call these when limited code begins and ends to run.
    void begin() noexcept {
        if (asleep_.load() != 0) [[unlikely]]
            continue_thread();
        limited_.store(true, std::memory_order_relaxed);
    }
    void end() noexcept {
        end_by(kNever);
        limited_.store(false, std::memory_order_relaxed);
    }
    int64_t now_ms() const noexcept { return now_ms_.load(std::memory_order_relaxed); }
    // If the running code could not be interrupted until then, the process ends, as PHP ends it after hard_timeout.
    void end_by(int64_t ms) noexcept { end_ms_.store(ms, std::memory_order_relaxed); }

private:
    static void* watch(void* self);
    bool pause() noexcept;
    void read() noexcept;
    void check() noexcept;
    void continue_thread() noexcept;
    void stop() noexcept;
    [[noreturn]] void end_process() noexcept;

    std::atomic<int64_t> now_ms_{0};
    std::atomic<int64_t> end_ms_{kNever};
    std::atomic<bool> limited_{false};
    std::atomic<uint32_t> asleep_{0};
    std::atomic<bool> ends_{false};
    clockid_t of_php_{};
    pthread_t thread_{};
    bool runs_ = false;
    uint32_t forks_ = 0;  // when it was started: a forked child has no thread
};

}  // namespace tern::php
