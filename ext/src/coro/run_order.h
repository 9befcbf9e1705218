// The order in which requests run that are under way at the same time. A request enters the order when it comes, with
// its coroutine. That coroutine, and those which it starts, do not run as soon as an event ends their wait: of all that
// can run, one of the oldest request does, and then the loop looks for events again. A request starts in this order,
// too, so it starts when all older ones wait. Code that resumes a coroutine itself is not delayed.
//
// A request that has run for a slice, 100 ms of processor time or more, goes to the end of the order: no request keeps
// others from running. One that need not wait, as each response it waits for is there already, would keep older ones
// from running: delays_older() tells it when to let the loop look.
#pragma once

#include <cstdint>

#include "base/list.h"
#include "loop/loop.h"

namespace tern::coro {

class Coroutine;
class Scheduler;
struct Deadline;
enum class Wake : uint8_t;

// The place of one request in the order. Its coroutines share it.
struct Precedence : ListHook {
    explicit Precedence(uint64_t place) noexcept : number(place) {}
    uint64_t number;     // the lowest runs first
    int64_t ran_us = 0;  // with this number
    int64_t all_us = 0;
    uint32_t coroutines = 1;
};

struct RunOrderHook : ListHook {};

class RunOrder {
public:
    // A slice is twice the mean run time of the last requests, within these limits: most of them need only one.
    static constexpr int64_t kLeastSliceUs = 100'000;
    static constexpr int64_t kMostSliceUs = 400'000;
    // Coroutines that run only shortly do so in one turn of the loop: a turn costs system calls.
    static constexpr int64_t kBatchUs = 500;

    // `clock`: the processor time of the thread; tests have one of their own.
    RunOrder(Scheduler& scheduler, loop::Loop& loop, loop::Loop::Clock clock) noexcept;
    RunOrder(const RunOrder&) = delete;
    RunOrder& operator=(const RunOrder&) = delete;

    // The running coroutine handles a request that has come just now. True: there is no other one, and the loop has
    // looked for events since the last one ran, so it may start.
    bool enter() noexcept;
    // Suspends the running coroutine until no coroutine of an older request can run. It enters if it has not.
    Wake wait_for_start(Deadline until) noexcept;

    // The running coroutine has run for some time, and an older request is under way: maybe it can run by now, for
    // which the loop has to look. Coroutines with no need to wait ask here, and then call Scheduler::end_slice().
    bool delays_older() noexcept;

    // For the scheduler, and for coroutines that have entered.

    // It runs when its time has come. If it is to run already, a second reason counts only if it is not a timeout.
    void wake(Coroutine& coroutine, Wake reason) noexcept;
    static Precedence* share(Precedence& precedence) noexcept {
        ++precedence.coroutines;
        return &precedence;
    }
    // One of its coroutines has ended.
    void leave(Precedence& precedence) noexcept;

private:
    static constexpr int64_t kMeanOf = 16;  // requests, about

    bool has_run_long() const noexcept;
    void insert(Coroutine& coroutine) noexcept;
    void run_first() noexcept;
    void run(Coroutine& coroutine, int64_t& now_us) noexcept;
    void move_to_end(Precedence& precedence) noexcept;
    int64_t slice_us() const noexcept;

    Scheduler& scheduler_;
    loop::Loop& loop_;
    loop::Loop::Clock clock_;
    loop::Deferred next_;
    List<Precedence> under_way_;  // by number
    List<Coroutine> ready_;       // they are suspended
    int64_t resumed_us_ = 0;      // when the last of them
    int64_t mean_us_ = 0;
    uint64_t last_number_ = 0;
    uint64_t ran_in_turn_ = UINT64_MAX;  // of the loop: the last one in which one of them ran
    size_t requests_ = 0;
};

}  // namespace tern::coro
