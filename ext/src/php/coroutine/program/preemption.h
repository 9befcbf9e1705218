// Makes a coroutine that computes give way to others. A thread checks every 2 ms (5 ms while nothing changes) whether
// the same coroutine still runs. After 10 ms, 12 at most, it makes the engine interrupt the coroutine at the next loop
// or call of its PHP code. Without the thread a switch costs one addition.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

#include "php/engine/compat/engine.h"

namespace tern::php {

struct Coroutines;

class Preemption {
public:
    explicit Preemption(Coroutines& coroutines) noexcept : coroutines_(coroutines) {}
    Preemption(const Preemption&) = delete;
    Preemption& operator=(const Preemption&) = delete;
    ~Preemption() { run(false); }

    // Starts or ends the thread.
    void run(bool wanted) noexcept;
    bool running() const noexcept { return stop_fd_ >= 0; }
    // Switches it off, and on again, for a part of the program. False when there is no thread.
    bool allow(bool allowed) noexcept;

    // Is called on the PHP thread that was interrupted. Suspends.
    void answer();

    static constexpr int kSliceMs = 10;
    static constexpr int kCheckMs = 2;

private:
    static void* watch(void* self);
    bool due() const noexcept;

    Coroutines& coroutines_;
    std::atomic<uint64_t> overdue_{0};  // the count of switches in a slice in which there was none
    pthread_t thread_{};
    int stop_fd_ = -1;
    bool allowed_ = true;
};

}  // namespace tern::php
