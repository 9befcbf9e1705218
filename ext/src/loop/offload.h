// Threads for what no loop can wait for: files that are not in memory, names, locks. They run no PHP and take no
// signals. A pool belongs to one loop and starts its threads when jobs need them; those that idle for long end.
//
// Threads do not survive a fork: in a child that a pool was copied into, the next job starts over.
#pragma once

#include "base/error.h"
#include "base/list.h"
#include "loop/loop.h"

namespace tern::loop {

// Something that blocks. It lives on the heap and owns all that it works on, outside of PHP's memory: whoever wanted it
// may be gone before it is done.
class Job : private ListHook {
public:
    Job() = default;
    virtual ~Job() = default;

private:
    friend class Offload;
    friend class tern::List<Job>;

    // On a thread; the loop goes on meanwhile.
    virtual void work() noexcept = 0;
    // On the loop, when the work is done: whoever implements it frees the job, now or later. A job whose loop has gone
    // is destroyed instead, on its thread.
    virtual void done() noexcept = 0;

    bool queued_ = false;
};

struct OffloadLimits {
    uint32_t kept_threads = 1;    // are not ended when idle
    uint32_t max_threads = 8;     // at least 1
    int64_t max_idle_ms = 1'000;  // after which a thread ends
};

class Offload final : private EventHandler {
public:
    static constexpr size_t kMostQueued = 16'384;
    // A pool that goes waits that long for jobs that run; then it leaves them behind.
    static constexpr int64_t kWaitMs = 200;

    explicit Offload(Loop& loop) noexcept : loop_(loop) {}
    Offload(const Offload&) = delete;
    Offload& operator=(const Offload&) = delete;
    // Destroys the jobs that nobody works on, without done().
    ~Offload();

    // Also while it works.
    void set_limits(const OffloadLimits& limits) noexcept;
    const OffloadLimits& limits() const noexcept { return limits_; }
    uint32_t threads() const noexcept;

    // Takes the job over until done(). On failure (queue_full, no thread) it stays the caller's.
    Error submit(Job& job) noexcept;
    // Gives a job back that no thread has begun with. False: too late, it will be done().
    bool withdraw(Job& job) noexcept;

private:
    struct Pool;
    void on_events(Events events) override;
    Error open() noexcept;
    void forget() noexcept;

    static constexpr int kDonePerTurn = 64;

    Loop& loop_;
    OffloadLimits limits_;
    Pool* pool_ = nullptr;  // shared with its threads: the last one to leave frees it
};

}  // namespace tern::loop
