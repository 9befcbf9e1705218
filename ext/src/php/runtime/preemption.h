// Lets a coroutine that computes give way: a thread looks every 10 ms whether the same coroutine still runs and asks
// the engine to interrupt it, at the next loop or call of its PHP code. Without the thread a switch costs one addition.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

#include "php/bridge/compat.h"

namespace tern::php {

struct Runtime;

class Preemption {
public:
    Preemption() = default;
    Preemption(const Preemption&) = delete;
    Preemption& operator=(const Preemption&) = delete;
    ~Preemption() { run(false); }

    // Starts or ends the thread.
    void run(bool wanted) noexcept;
    bool running() const noexcept { return stop_fd_ >= 0; }
    // Off and on again for a stretch of the program. False when there is no thread.
    bool allow(bool allowed) noexcept;

    void switched() noexcept {
        switches_.store(switches_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

    // By the PHP thread that was interrupted. Suspends.
    void answer(Runtime& all);

    static constexpr int kSliceMs = 10;

private:
    static void* watch(void* self);
    bool due() const noexcept;

    std::atomic<uint64_t> switches_{1};
    std::atomic<uint64_t> overdue_{0};  // the count of switches during a slice without one
    pthread_t thread_{};
    int stop_fd_ = -1;
    bool allowed_ = true;
};

}  // namespace tern::php
