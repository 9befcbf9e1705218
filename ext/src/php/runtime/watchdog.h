// Says in the log when the loop has not turned for too long, and which PHP code keeps it. A thread looks; it sleeps
// while the loop waits.
//
// The PHP thread is asked to report itself, through the engine's interrupt. When it does not, it is in a call that
// takes long, and its stack stays as it is: the thread reads it from outside. No signal, which would end sleep() and
// poll() early.
#pragma once

#include <atomic>
#include <optional>
#include <pthread.h>

#include "loop/pulse.h"
#include "php/bridge/peek.h"
#include "shm/worker_counters.h"

namespace tern::php {

struct Runtime;

class Watchdog {
public:
    explicit Watchdog(Runtime& all) noexcept : all_(all) {}
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;
    ~Watchdog() { run(0); }

    // On the thread that is watched. 0: no more.
    void run(int64_t threshold_ms) noexcept;
    // Where to count, and to say what blocks, before it runs. It writes there for good.
    void count_in(shm::WorkerCounters& counters) noexcept { counters_ = &counters; }
    // By the PHP thread that was interrupted.
    void answer() noexcept;

private:
    static void* watch(void* self);
    void end() noexcept;
    void look(loop::Stall& stall, uint64_t count) noexcept;
    void report(uint64_t count, int64_t for_ms, bool own_thread) noexcept;
    void forget(uint64_t count) noexcept;

    static constexpr int64_t kGraceMs = 10;  // for an answer
    static constexpr uint32_t kQuietLooks = 20;

    Runtime& all_;
    shm::WorkerCounters* counters_ = nullptr;
    std::optional<Peek> peek_;
    std::atomic<uint64_t> asked_{0};  // the count that a report is due for; 0: none
    std::atomic<int64_t> asked_for_ms_{0};
    std::atomic<uint64_t> noted_{0};  // the count that the note is about; 0: there is none
    int64_t threshold_ms_ = 0;        // 0: does not run
    pthread_t thread_{};
    pid_t process_ = 0;
    int call_file_ = -1;
};

}  // namespace tern::php
