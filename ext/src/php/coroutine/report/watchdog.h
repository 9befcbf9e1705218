// Logs when the loop has not turned for too long, and the PHP code that blocks it. A thread checks this; it sleeps
// while the loop waits.
// The time that the thread waits for a processor, as others use it, does not count: then nothing blocks.
//
// First the engine's interrupt makes the PHP thread report itself. When it does not, it is in a call that takes long.
// Then its stack does not change, and the watching thread reads it from outside. It uses no signal, because that would
// end sleep() and poll() early.
#pragma once

#include <atomic>
#include <optional>
#include <pthread.h>

#include "boundary/gate.h"
#include "boundary/thread_state.h"
#include "loop/pulse.h"
#include "php/coroutine/report/blocking_report.h"
#include "shm/worker_counters.h"

namespace tern::php {

struct Coroutines;

class Watchdog {
public:
    Watchdog(Coroutines& coroutines, const boundary::Boundary& boundary) noexcept
        : coroutines_(coroutines), boundary_(boundary) {}
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;
    ~Watchdog() { run(0); }

    // Starts on the thread that is watched. 0: stops.
    void run(int64_t threshold_ms) noexcept;
    // Call it before run(). From then on it counts in `counters` and writes there what blocks.
    void count_in(shm::WorkerCounters& counters) noexcept { counters_ = &counters; }
    // Is called on the PHP thread that was interrupted.
    void answer() noexcept;

private:
    static void* watch(void* self);
    void end() noexcept;
    int64_t now_ms(uint64_t count) noexcept;
    void look(loop::Stall& stall, uint64_t count) noexcept;
    void report(uint64_t count, int64_t for_ms, bool on_php_thread) noexcept;
    bool only_waits_for_processor(const boundary::BlockedCall& call) const noexcept;
    int64_t ran_ms() const noexcept;
    void clear_note(uint64_t count) noexcept;

    static constexpr int64_t kGraceMs = 10;  // for a report of the PHP thread
    static constexpr uint32_t kQuietLooks = 20;

    Coroutines& coroutines_;
    const boundary::Boundary& boundary_;
    shm::WorkerCounters* counters_ = nullptr;
    std::optional<Peek> peek_;
    std::atomic<uint64_t> asked_{0};  // the count that a report is due for; 0: none
    std::atomic<int64_t> asked_for_ms_{0};
    std::atomic<uint64_t> noted_{0};  // the count that the note is about; 0: there is none
    int64_t threshold_ms_ = 0;        // 0: does not run
    pthread_t thread_{};
    pid_t process_ = 0;
    int call_file_ = -1;
    int times_file_ = -1;  // -1: the kernel does not say, so all time counts
    uint64_t seen_ = 0;    // the count that ran_before_ms_ is of
    std::atomic<int64_t> ran_before_ms_{0};
};

}  // namespace tern::php
