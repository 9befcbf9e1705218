// Waiting for descriptors. One coroutine at a time may wait for a descriptor in each direction: who comes second is
// told so, and does not wait. Descriptors belong to others, who must say when they close one that may be waited for.
//
// A descriptor stays registered with the kernel between waits, asleep: each wait wakes its registration up, which is
// one system call, and finds out by it whether the number still means what it meant before. An event for a number that
// means something else by now wakes a waiter for nothing: so whoever was woken tries, and waits again.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "coro/coroutine.h"

namespace tern::coro {

enum class FdOutcome : uint8_t {
    ready,      // or woken for nothing
    timed_out,  // the deadline is over
    canceled,   // by Scheduler::cancel()
    closed,     // the descriptor was closed meanwhile, or never was open
    busy,       // another coroutine waits for it in the same direction
    failed,     // the kernel has no room for one more registration
};

struct FdReady {
    FdOutcome outcome;
    loop::Events events = 0;      // of those that are ready
    Coroutine* holder = nullptr;  // busy: who waits
    int fd = -1;                  // busy: for what
};

struct FdInterest {
    int fd;
    loop::Events wanted;  // without kWritable it counts as reading
};

class FdWaits final : private loop::EventHandler {
public:
    explicit FdWaits(Scheduler& scheduler) noexcept;
    FdWaits(const FdWaits&) = delete;
    FdWaits& operator=(const FdWaits&) = delete;
    ~FdWaits();

    Scheduler& scheduler() noexcept { return scheduler_; }

    // Suspends the running coroutine until one of them is ready. What cannot be polled (files) is always ready.
    FdReady wait(std::span<const FdInterest> interests, Deadline until, Wait reason = Wait::event) noexcept;

    // Before a descriptor is closed, or its number given to another: who waits for it goes on at the end of this turn.
    void on_close(int fd) noexcept;

private:
    struct Waiter;
    class Slot;

    void on_events(loop::Events) override;
    Error open() noexcept;
    Slot& slot(int fd) noexcept;
    Slot* busy(std::span<const FdInterest> interests) noexcept;
    FdReady suspend(std::span<const FdInterest> interests, Deadline until, Wait reason) noexcept;

    Scheduler& scheduler_;
    loop::Poller poller_;                       // of its own: a descriptor may be watched by others, too
    std::vector<std::unique_ptr<Slot>> slots_;  // by descriptor; never freed earlier, the kernel knows their addresses
    bool open_ = false;
};

}  // namespace tern::coro
