// What a worker writes down for others about once a second while it has something to do: levels that nobody counts on
// the way. An idle worker has written the last ones and sleeps.
#pragma once

#include "loop/loop.h"
#include "shm/worker_counters.h"

namespace tern::php {

struct Runtime;

class WorkerSnapshot {
public:
    WorkerSnapshot(Runtime& all, shm::WorkerCounters& counters) noexcept;
    WorkerSnapshot(const WorkerSnapshot&) = delete;
    WorkerSnapshot& operator=(const WorkerSnapshot&) = delete;

    // Calls PHP code, once a second at most.
    void after_turn() noexcept;

private:
    static constexpr int64_t kEveryMs = 1000;
    void write() noexcept;
    void write_pools() noexcept;

    Runtime& all_;
    shm::WorkerCounters& counters_;
    loop::Timer due_timer_;
    bool due_ = false;
};

}  // namespace tern::php
