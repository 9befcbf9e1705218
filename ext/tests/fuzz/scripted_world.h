// What the targets with a scripted kernel have in common: a clock that the script moves, a log for nobody, and the run
// of a World, which plays the script and then finishes everything.
#pragma once

#include <memory>

#include "base/log.h"
#include "scripted_kernel.h"
#include "shm/session_table.h"
#include "shm/worker_counters.h"

namespace tern::fuzz {

inline int64_t now_ms = 0;
inline int64_t read_clock() noexcept { return now_ms * 1000; }

class NoLog final : public LogSink {
public:
    void write(LogLevel, Bytes) override {}
};

// When all connections have ended.
inline void check_nothing_left(shm::SessionTable& sessions, const shm::WorkerCounters& counters, const Kernel& world) {
    int64_t id = 0;
    if (sessions.list(0, {&id, 1}) != 0) fail("a session is left", "");
    if (counters.connection_num.get() != 0) fail("a connection is left", "");
    if (counters.concurrency.get() != 0) fail("a request is left", "");
    if (world.watched() != 0) fail("a registration is left", "");
}

template <class World>
int run_world(ScriptReader& script) {
    now_ms = 1'000'000;
    auto all = std::make_unique<World>(script);
    kernel = &all->kernel;
    all->play(script);
    all->conclude();
    all.reset();
    kernel = nullptr;
    return 0;
}

}  // namespace tern::fuzz
