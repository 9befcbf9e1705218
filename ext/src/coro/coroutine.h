// A coroutine, and the scheduler of one process. Coroutines are asymmetric: start() and resume() run one until it
// suspends or ends, and then return to the caller. So they nest; nothing runs by itself. A subclass of Coroutine
// switches the stacks (php/engine/fiber/fiber, and a test double).
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/list.h"
#include "coro/run_order.h"
#include "loop/loop.h"

namespace tern::coro {

class IoObserver;
class Scheduler;

// A point of monotonic time at which waiting ends. Functions that take one may suspend.
struct Deadline {
    static constexpr int64_t kNever = -1;
    int64_t at_ms = kNever;

    static Deadline never() noexcept { return {}; }
    // Never too early: the clock counts whole milliseconds, and the current one has begun already.
    static Deadline in(int64_t delay_ms) noexcept { return {monotonic_ms() + delay_ms + 1}; }
    bool finite() const noexcept { return at_ms != kNever; }
    Deadline earlier(Deadline other) const noexcept {
        if (!finite()) return other;
        return other.finite() && other.at_ms < at_ms ? other : *this;
    }
    // For poll(): -1 without an end.
    int left_ms() const noexcept {
        return finite() ? static_cast<int>(std::clamp<int64_t>(at_ms - monotonic_ms(), 0, INT_MAX)) : -1;
    }
};

// Why a suspended coroutine runs again.
enum class Wake : uint8_t { resumed, timed_out, canceled };

// What a coroutine waits for. It tells which code may resume it.
enum class Wait : uint8_t {
    nothing,       // it runs, or is about to run
    yield,         // for Coroutine::resume()
    sleep,         // for time to pass
    response,      // for a client to receive what was written
    body,          // for a client to send more of a request's body
    message,       // of a WebSocket
    channel_push,  // for room
    channel_pop,   // for a value
    channels,      // for a value or for room in one of several
    join,          // for other coroutines to end
    group,         // for other coroutines to reach some point
    lock,          // for its owner to release it
    connection,    // for a connection of a pool
    atomic,        // for a number that processes share to become 1
    event,         // for a descriptor to become ready
    task,          // for the result of a task, or for room to send one
    offload,       // for a thread that works on a file
    name,          // for a thread that looks up a name
    process,       // for a child process to end
    signal,        // for a signal
    turn,          // for the next turn of the loop: its time slice was over
    start,         // for older requests to end, or to wait
    suspension,    // for code that resumes it; its wait ends when nothing can happen any more
    background,    // the same, and the program may end meanwhile
};

// In English, for use after "waits for": "a value of a channel".
const char* describe(Wait wait) noexcept;

class Coroutine;

// A coroutine that waits for others to end: see join().
struct Joiner : ListHook {
    loop::Deferred* wake = nullptr;  // resumes it
    size_t* left = nullptr;          // the number of coroutines that it still waits for
};

// A coroutine that waits for a descriptor: coro/fd_wait.
struct ReadinessHook : ListHook {
    int fd = -1;
};

class Coroutine : private RunOrderHook {
public:
    Coroutine(const Coroutine&) = delete;
    Coroutine& operator=(const Coroutine&) = delete;

    int64_t id() const noexcept { return id_; }
    int64_t parent_id() const noexcept { return parent_id_; }  // 0: started from outside any coroutine
    bool suspended() const noexcept { return waits_for_ != Wait::nothing; }
    Wait waits_for() const noexcept { return waits_for_; }
    // True after a cancellation, for good: programs query it with isCanceled().
    bool canceled() const noexcept { return canceled_; }
    int64_t started_ms() const noexcept { return started_ms_; }  // by coarse_ms()

    // The groups of calls (boundary/group) that suspend this coroutine in addition to those of the process, and until
    // when.
    uint32_t hooked() const noexcept { return hooked_; }
    Deadline hooked_until() const noexcept { return hooked_until_; }
    void hook(uint32_t groups, Deadline until) noexcept {
        if (hooked_ == 0) connected_fd_ = -1;
        hooked_ = groups;
        hooked_until_ = until;
    }
    // The last socket that its calls connected since the first hook(); -1: none.
    int connected_fd() const noexcept { return connected_fd_; }
    void note_connected(int fd) noexcept { connected_fd_ = fd; }
    // Is notified of its I/O; null: no observer.
    IoObserver* observer() const noexcept { return observer_; }
    void observe(IoObserver* observer) noexcept { observer_ = observer; }
    void join_at_end(Joiner& joiner) noexcept { joiners_.push_back(joiner); }

protected:
    Coroutine() = default;
    ~Coroutine() = default;

    // The coroutine that continues when this one leaves; null: the loop.
    Coroutine* previous() const noexcept { return previous_; }
    // Switches from the running context to this coroutine; returns when it leaves.
    virtual void enter() = 0;
    // Switches from this coroutine back to the context that entered it.
    virtual void leave() = 0;

private:
    friend class Scheduler;
    friend class RunOrder;
    friend class tern::List<Coroutine>;
    Scheduler* scheduler_ = nullptr;
    Coroutine* previous_ = nullptr;
    Coroutine* next_in_bucket_ = nullptr;
    int64_t id_ = 0;
    int64_t parent_id_ = 0;
    int64_t started_ms_ = 0;
    List<Joiner> joiners_;
    IoObserver* observer_ = nullptr;
    Precedence* precedence_ = nullptr;  // a reference; null: it does not take part in the order
    Deadline hooked_until_;
    uint32_t hooked_ = 0;
    int connected_fd_ = -1;
    Wait waits_for_ = Wait::nothing;
    Wake wake_ = Wake::resumed;
    bool canceled_ = false;
};

class Scheduler {
public:
    // `clock`: see RunOrder.
    explicit Scheduler(loop::Loop& loop, loop::Loop::Clock clock = thread_us) noexcept;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // False: it belongs to the process that this one was forked from, and can never run here.
    bool owns(const Coroutine& coroutine) const noexcept { return coroutine.scheduler_ == this; }
    // Null outside of coroutines.
    Coroutine* current() const noexcept { return current_; }
    Coroutine* find(int64_t id) const noexcept;
    size_t count() const noexcept { return count_; }
    size_t peak() const noexcept { return peak_; }
    int64_t last_id() const noexcept { return last_id_; }
    // Grows with each switch: while it is the same, one context has run without interruption.
    uint64_t switches() const noexcept { return switches_; }
    loop::Loop& loop() noexcept { return loop_; }
    List<ReadinessHook>& waiting_for_descriptors() noexcept { return waiting_for_descriptors_; }

    // Gives it an id and runs it until its first suspension.
    void start(Coroutine& coroutine) noexcept;
    // `coroutine` must be suspended. Runs it until it suspends again or ends; it may be freed afterwards.
    void resume(Coroutine& coroutine, Wake reason) noexcept;
    // For events of the loop: the same, unless the coroutine takes part in the order of requests. Then it runs when its
    // time has come; until that it may be cancelled, and others may resume it.
    void wake(Coroutine& coroutine, Wake reason) noexcept {
        if (coroutine.precedence_ != nullptr) [[unlikely]]
            return order_.wake(coroutine, reason);
        resume(coroutine, reason);
    }
    RunOrder& order() noexcept { return order_; }
    // Suspends the running coroutine. A waiter must unlink itself afterwards.
    Wake suspend(Wait reason, Deadline until) noexcept;
    // What a loop::Deferred calls to resume its owner, a suspended coroutine.
    static void resume_deferred(void* coroutine) noexcept;
    // Suspends the running coroutine until the end of this turn of the loop, so that others can run.
    Wake give_way() noexcept;
    // The same for a coroutine that has run for long. It continues in the order of requests, if it takes part in that.
    Wake end_slice() noexcept;
    // Ends its wait at once with Wake::canceled.
    Error cancel(Coroutine& coroutine) noexcept;
    // The body of the running coroutine has ended: it has no id any more, and leaves next. The coroutines that joined
    // it run at the end of this turn of the loop.
    void finish(Coroutine& coroutine) noexcept;

    // Calls `visit(coroutine)` for each; it must not start or end any.
    template <class Visitor>
    void each(Visitor visit) const {
        for (Coroutine* first : buckets_) {
            for (Coroutine* one = first; one != nullptr; one = one->next_in_bucket_) visit(*one);
        }
    }

private:
    void run(Coroutine& coroutine) noexcept;
    void insert(Coroutine& coroutine) noexcept;
    void widen() noexcept;
    size_t bucket(int64_t id) const noexcept { return static_cast<size_t>(id) & (buckets_.size() - 1); }

    loop::Loop& loop_;
    RunOrder order_;
    List<ReadinessHook> waiting_for_descriptors_;
    Coroutine* current_ = nullptr;
    std::vector<Coroutine*> buckets_;
    size_t count_ = 0;
    size_t peak_ = 0;
    int64_t last_id_ = 0;
    uint64_t switches_ = 0;
};

// Suspends the running coroutine until all of `others` have ended. It continues at the end of that turn of the loop,
// after the functions that were deferred before. The running one must not be among them. Coroutines that join each
// other wait for ever, unless there is a deadline.
Wake join(Scheduler& scheduler, const std::vector<Coroutine*>& others, Deadline until) noexcept;

}  // namespace tern::coro
