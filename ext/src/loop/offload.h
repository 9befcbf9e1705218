// Threads for work that would block the loop: files that are not in memory, names, locks. They run no PHP code and
// receive no signals. A pool belongs to one loop. It starts threads when there are jobs, and ends those that are idle
// for long.
//
// Threads do not survive a fork: in a forked child the next job starts a new pool.
#pragma once

#include <pthread.h>

#include "base/error.h"
#include "base/list.h"
#include "loop/loop.h"

namespace tern::loop {

// A blocking piece of work. It is on the heap and owns all of its data, outside of PHP's memory, since its requester
// may have ended before it is done.
class Job : private ListHook {
public:
    Job() = default;
    virtual ~Job() = default;

private:
    friend class Offload;
    friend class tern::List<Job>;

    // Runs on a thread, while the loop continues.
    virtual void work() noexcept = 0;
    // Called on the loop when the work is done; the implementation frees the job, now or later. If the loop has ended,
    // the job is destroyed on its thread instead.
    virtual void done() noexcept = 0;

    bool queued_ = false;
};

struct OffloadLimits {
    uint32_t kept_threads = 1;    // this many threads are not ended when idle
    uint32_t max_threads = 8;     // at least 1
    int64_t max_idle_ms = 1'000;  // after which a thread ends
};

struct OffloadLoad {
    uint32_t threads = 0;
    uint32_t running = 0;  // jobs
    size_t queued = 0;
};

class Offload final : private EventHandler {
public:
    static constexpr size_t kMostQueued = 16'384;
    // The destructor waits so long for running jobs, and then abandons them.
    static constexpr int64_t kWaitMs = 200;

    explicit Offload(Loop& loop) noexcept : loop_(loop) {}
    Offload(const Offload&) = delete;
    Offload& operator=(const Offload&) = delete;
    // Destroys the jobs that have not begun, without done().
    ~Offload();

    // May be called while jobs are running.
    void set_limits(const OffloadLimits& limits) noexcept;
    const OffloadLimits& limits() const noexcept { return limits_; }
    OffloadLoad load() const noexcept;

    // Takes over the job until done(). After an error (queue_full, no thread) the caller still owns it.
    Error submit(Job& job) noexcept;
    // Returns a job that no thread has begun to the caller. False: it is too late, and done() will be called.
    bool withdraw(Job& job) noexcept;

private:
    struct Pool;
    void on_events(Events events) override;
    Error open() noexcept;
    void forget() noexcept;

    static constexpr int kDonePerTurn = 64;

    Loop& loop_;
    OffloadLimits limits_;
    Pool* pool_ = nullptr;  // shared with its threads: the last user frees it
};

// Starts threads besides the one of the loop. They block all signals.
// The caller joins or detaches the thread. False: it could not be started.
bool start_thread(pthread_t& thread, void* (*body)(void* argument), void* argument) noexcept;

}  // namespace tern::loop
