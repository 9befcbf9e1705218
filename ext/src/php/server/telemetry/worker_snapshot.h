// Publishes levels of a worker that are not counted as they change, about once a second while the worker is busy.
// Before a worker becomes idle, it publishes them once more.
#pragma once

#include "loop/loop.h"
#include "shm/worker_counters.h"

namespace tern::php {

struct Runtime;

class WorkerSnapshot {
public:
    WorkerSnapshot(Runtime& runtime, shm::WorkerCounters& counters) noexcept;
    WorkerSnapshot(const WorkerSnapshot&) = delete;
    WorkerSnapshot& operator=(const WorkerSnapshot&) = delete;

    // Calls PHP code, at most once a second.
    void after_turn() noexcept;

private:
    static constexpr int64_t kEveryMs = 1000;
    void write() noexcept;
    void write_pools() noexcept;

    Runtime& runtime_;
    shm::WorkerCounters& counters_;
    loop::Timer due_timer_;
    bool due_ = false;
};

}  // namespace tern::php
