// A coroutine and the scheduler of one process. Coroutines are asymmetric: start() and resume() run one until it
// suspends or ends and then return to whoever called them, so they nest; nothing runs on its own. How stacks are
// switched is the business of whoever derives from Coroutine (php/bridge/fiber, and a test double).
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/list.h"
#include "loop/loop.h"

namespace tern::coro {

class IoObserver;
class Scheduler;

// A point of monotonic time after which waiting ends; functions that take one may suspend.
struct Deadline {
    static constexpr int64_t kNever = -1;
    int64_t at_ms = kNever;

    static Deadline never() noexcept { return {}; }
    // Never early: the clock counts whole milliseconds, and the one that runs is not over yet.
    static Deadline in(int64_t delay_ms) noexcept { return {monotonic_ms() + delay_ms + 1}; }
    bool finite() const noexcept { return at_ms != kNever; }
};

// Why a suspended coroutine runs again.
enum class Wake : uint8_t { resumed, timed_out, canceled };

// What a coroutine waits for; tells who may resume it.
enum class Wait : uint8_t {
    nothing,       // it runs, or is on the way to run
    yield,         // for Coroutine::resume()
    sleep,         // for time to pass
    response,      // for a client to take what was written
    body,          // for a client to send more of a request's body
    message,       // of a WebSocket
    channel_push,  // for room
    channel_pop,   // for a value
    join,          // for other coroutines to end
    group,         // for other coroutines to come to some point
    lock,          // for its owner to give it back
    atomic,        // for a number that processes share to become 1
    event,         // for a descriptor to become ready
    task,          // for the result of a task, or for room to give one
    offload,       // for a thread that does what cannot be polled: a file
    name,          // for a thread that asks for the addresses of a name
    process,       // for a child process to end
    signal,        // for a signal
    turn,          // for the next turn of the loop: its time slice was over
};

// English, after "waits for": "a value of a channel".
const char* describe(Wait wait) noexcept;

class Coroutine;

// One who waits for a coroutine to end, among others: coro/join.
struct Joiner : ListHook {
    Coroutine* waiter = nullptr;
    size_t* left = nullptr;  // how many it still waits for
};

// One who waits for a descriptor: coro/readiness.
struct ReadinessHook : ListHook {
    int fd = -1;
};

class Coroutine {
public:
    Coroutine(const Coroutine&) = delete;
    Coroutine& operator=(const Coroutine&) = delete;

    int64_t id() const noexcept { return id_; }
    int64_t parent_id() const noexcept { return parent_id_; }  // 0: started from outside any coroutine
    bool suspended() const noexcept { return waits_for_ != Wait::nothing; }
    Wait waits_for() const noexcept { return waits_for_; }
    // Cancelled once: sticks for programs that ask isCanceled().
    bool canceled() const noexcept { return canceled_; }
    int64_t started_ms() const noexcept { return started_ms_; }  // by coarse_ms()

    // Groups of calls (boundary/group) that suspend this one, whatever the process has switched on, and until when.
    uint32_t hooked() const noexcept { return hooked_; }
    Deadline hooked_until() const noexcept { return hooked_until_; }
    void hook(uint32_t groups, Deadline until) noexcept {
        if (hooked_ == 0) connected_fd_ = -1;
        hooked_ = groups;
        hooked_until_ = until;
    }
    // The socket that its calls connected last, since the first hook(); -1: none.
    int connected_fd() const noexcept { return connected_fd_; }
    void note_connected(int fd) noexcept { connected_fd_ = fd; }
    // Who is told what it asks others; null: nobody.
    IoObserver* observer() const noexcept { return observer_; }
    void observe(IoObserver* observer) noexcept { observer_ = observer; }
    void join_at_end(Joiner& joiner) noexcept { joiners_.push_back(joiner); }

protected:
    Coroutine() = default;
    ~Coroutine() = default;

    // Whoever runs on when this one leaves; null: the loop.
    Coroutine* previous() const noexcept { return previous_; }
    // Switches from the running context to this coroutine; returns when it leaves.
    virtual void enter() = 0;
    // Switches from this coroutine back to the context that entered it.
    virtual void leave() = 0;

private:
    friend class Scheduler;
    Scheduler* scheduler_ = nullptr;
    Coroutine* previous_ = nullptr;
    Coroutine* next_in_bucket_ = nullptr;
    int64_t id_ = 0;
    int64_t parent_id_ = 0;
    int64_t started_ms_ = 0;
    List<Joiner> joiners_;
    IoObserver* observer_ = nullptr;
    Deadline hooked_until_;
    uint32_t hooked_ = 0;
    int connected_fd_ = -1;
    Wait waits_for_ = Wait::nothing;
    Wake wake_ = Wake::resumed;
    bool canceled_ = false;
};

class Scheduler {
public:
    explicit Scheduler(loop::Loop& loop) noexcept;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // False for one of the process that this one was forked from: it goes on there, never here.
    bool owns(const Coroutine& coroutine) const noexcept { return coroutine.scheduler_ == this; }
    // Null outside of coroutines.
    Coroutine* current() const noexcept { return current_; }
    Coroutine* find(int64_t id) const noexcept;
    size_t count() const noexcept { return count_; }
    size_t peak() const noexcept { return peak_; }
    int64_t last_id() const noexcept { return last_id_; }
    // Grows whenever another context runs: while it stays the same, one has run without a break.
    uint64_t switches() const noexcept { return switches_; }
    loop::Loop& loop() noexcept { return loop_; }
    List<ReadinessHook>& waiting_for_descriptors() noexcept { return waiting_for_descriptors_; }

    // Gives it an id and runs it until its first suspension.
    void start(Coroutine& coroutine) noexcept;
    // `coroutine` is suspended. Runs it until it suspends again or ends; it may be gone afterwards.
    void resume(Coroutine& coroutine, Wake reason) noexcept;
    // Suspends the running coroutine. Whoever waits on something unlinks itself before going on.
    Wake suspend(Wait reason, Deadline until) noexcept;
    // Suspends the running coroutine until the end of this turn of the loop, so that others have their turn.
    Wake give_way() noexcept;
    // Makes whatever it waits for end with Wake::canceled, at once.
    Error cancel(Coroutine& coroutine) noexcept;
    // The body of the running coroutine is over: it has no id any more, and leaves next. Runs those that waited for it.
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
    List<ReadinessHook> waiting_for_descriptors_;
    Coroutine* current_ = nullptr;
    std::vector<Coroutine*> buckets_;
    size_t count_ = 0;
    size_t peak_ = 0;
    int64_t last_id_ = 0;
    uint64_t switches_ = 0;
};

}  // namespace tern::coro
